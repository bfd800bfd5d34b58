import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { EmployeesRoutes } from './routes.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EmployeesRoutes host={host} />
    </ToastContext>
  );
}

export default defineRemote(declaration, { screens: { [links.managers]: Screen } });
