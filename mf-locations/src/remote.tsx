import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import { LocationsRoutes } from './routes.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <LocationsRoutes host={host} />
    </ToastContext>
  );
}

export default defineRemote({ name: 'locations', Screen });
