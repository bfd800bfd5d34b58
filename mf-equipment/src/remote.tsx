import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { late } from '@mainstay/ui/base';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EquipmentScreen role={host.user.role} />
    </ToastContext>
  );
}

const lateVendors = late(() => import(/* webpackChunkName: "vendors" */ './vendors/vendors-screen.tsx'));

export default defineRemote(declaration, {
  screens: { '/equipment': Screen, '/vendors': lateVendors.screen(({ VendorsScreen }) => VendorsScreen) },
  prepare: prepareScreens(declaration, { '/vendors': lateVendors.load }),
});
