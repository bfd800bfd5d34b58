import { type RemoteHost } from '@mainstay/remote-contract';
import { EmployeesScreen } from './employees/employees-screen.tsx';

/** /managers: for administrators; for anyone else it renders nothing (specification, section 2). */
export function EmployeesRoutes({ host }: { host: Pick<RemoteHost, 'user'> }) {
  return host.user.role === 'admin' ? <EmployeesScreen /> : null;
}
