import { defineRemote, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import { EmployeesRoutes } from './routes.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EmployeesRoutes host={host} />
    </ToastContext>
  );
}

export default defineRemote({ name: 'employees', Screen });
