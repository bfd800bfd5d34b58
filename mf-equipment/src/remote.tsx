import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import { lateScreens } from '@mainstay/web-kit/late-screen';
import declaration from './declaration.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EquipmentScreen role={host.user.role} />
    </ToastContext>
  );
}

const lateScreen = lateScreens(
  () => import(/* webpackChunkName: "vendors" */ './vendors/vendors-screen.tsx'),
);

export default defineRemote(declaration, {
  screens: { '/equipment': Screen, '/vendors': lateScreen('VendorsScreen') },
  prepare: prepareScreens(declaration, { '/vendors': lateScreen.load }),
});
