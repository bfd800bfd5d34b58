import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { late } from '@mainstay/ui/base';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { MaintenanceScreen } from './screen/maintenance-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <MaintenanceScreen user={host.user} />
    </ToastContext>
  );
}

const lateTargets = late(
  () => import(/* webpackChunkName: "response-targets" */ './response-targets/response-targets-screen.tsx'),
);

const lateRules = late(
  () => import(/* webpackChunkName: "completion-rules" */ './completion-rules/completion-rules-screen.tsx'),
);

const lateChecklists = late(
  () => import(/* webpackChunkName: "checklists" */ './checklist-screen/checklists-screen.tsx'),
);

export default defineRemote(declaration, {
  screens: {
    [links.tickets]: Screen,
    [links.checklists]: lateChecklists.screen(({ ChecklistsScreen }) => ChecklistsScreen),
    '/response-targets': lateTargets.screen(({ ResponseTargetsScreen }) => ResponseTargetsScreen),
    '/completion-rules': lateRules.screen(({ CompletionRulesScreen }) => CompletionRulesScreen),
  },
  prepare: prepareScreens(declaration, {
    [links.checklists]: lateChecklists.load,
    '/response-targets': lateTargets.load,
    '/completion-rules': lateRules.load,
  }),
});
