import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { LocationsScreen } from './locations/locations-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <LocationsScreen brandName={host.settings.brandName} role={host.user.role} />
    </ToastContext>
  );
}

export default defineRemote(declaration, {
  screens: { [links.locations]: Screen },
  prepare: prepareScreens(declaration),
});
