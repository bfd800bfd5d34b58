import { type RemoteHost } from '@mainstay/remote-contract';
import { LocationsScreen } from './locations/locations-screen.tsx';

/** /locations: an administrator manages the list, a district manager reads it. */
export function LocationsRoutes({ host }: { host: Pick<RemoteHost, 'user' | 'settings'> }) {
  return <LocationsScreen brandName={host.settings.brandName} canManage={host.user.role === 'admin'} />;
}
