import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { EquipmentScreen } from './equipment-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EquipmentScreen role={host.user.role} />
    </ToastContext>
  );
}

export default defineRemote(declaration, { screens: { '/equipment': Screen } });
