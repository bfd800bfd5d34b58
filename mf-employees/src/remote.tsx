import { defineRemote, links, type RemoteHost } from '@mainstay/remote-contract';
import { prepareScreens, ToastContext } from '@mainstay/web-kit';
import declaration from './declaration.ts';
import { EmployeesScreen } from './employees/employees-screen.tsx';

function Screen({ host }: { host: RemoteHost }) {
  return (
    <ToastContext value={host.toast}>
      <EmployeesScreen role={host.user.role} />
    </ToastContext>
  );
}

export default defineRemote(declaration, {
  screens: { [links.managers]: Screen },
  prepare: prepareScreens(declaration),
});
