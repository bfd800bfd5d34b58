import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import declaration from './declaration.ts';
import { MaintenanceScreen } from './maintenance-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <MaintenanceScreen user={host.user} />
    </ToastContext>
  );
}

const lateScreen = lateScreens(
  () => import(/* webpackChunkName: "response-targets" */ './response-targets/response-targets-screen.tsx'),
);

export default defineRemote(declaration, {
  screens: { [links.tickets]: Screen, '/response-targets': lateScreen('ResponseTargetsScreen') },
  prepare: prepareScreens(declaration, { '/response-targets': lateScreen.load }),
});
