import { Select } from '@mainstay/ui/forms';
import { anyContains, usePagedList } from '@mainstay/web-kit';
import { ListScreen, useFilters, useOpened } from '@mainstay/web-kit/lists';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { AssignLocationDialog } from './assign-location-dialog.tsx';
import { EditEmployeeDialog } from './edit-employee-dialog.tsx';
import { type Employee, employeesQuery, type Role, useSetEmployeeActive } from './employees.queries.ts';
import { EmployeesTable } from './employees-table.tsx';

interface Filters {
  role: Role | 'all';
  status: 'active' | 'inactive' | 'all';
}

const noFilters: Filters = { role: 'all', status: 'all' };
const roleOptions = [
  { value: 'all' as const, label: strings.allRoles },
  { value: 'admin' as const, label: strings.roles.admin },
  { value: 'district_manager' as const, label: strings.roles.district_manager },
];
const statusOptions = [
  { value: 'all' as const, label: strings.allStatuses },
  { value: 'active' as const, label: strings.statuses.active },
  { value: 'inactive' as const, label: strings.statuses.inactive },
];

const passes =
  (text: string, { role, status }: Filters) =>
  (employee: Employee) =>
    (role === 'all' || employee.role === role) &&
    (status === 'all' || employee.active === (status === 'active')) &&
    anyContains([strings.fullName(employee.firstName, employee.lastName), employee.email], text.trim());

/** The Employees screen: renders nothing for anyone but administrators (specification, section 2). */
export function EmployeesScreen({ role }: { role: Role }) {
  return role === 'admin' ? <EmployeeList /> : null;
}

function EmployeeList() {
  const employees = usePagedList(employeesQuery);
  const { items, isPending, isFailed, hasMore, isMoreFailed, loadMore } = employees;
  const toggleActive = useToggleActive();
  const { text, q, chosen, choose, narrowing } = useFilters(noFilters);
  const { role, status } = chosen;
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<string, 'edit' | 'assign'>();

  // Filters apply to all employees, so load the remaining pages at once.
  useEffect(() => {
    if (hasMore && !isMoreFailed) loadMore();
  });

  const found = items.filter(passes(text, chosen));
  const changing = items.find(({ id }) => id === opened.thing);
  const note = found.length > 0 ? undefined : isPending || hasMore ? strings.loading : strings.none;

  return (
    <>
      <ListScreen
        texts={strings}
        list={{ ...employees, total: found.length, isFailed: isFailed || isMoreFailed, hasMore: false }}
        exported={{
          path: '/api/managers',
          // The same filters as the server's.
          filter: {
            role: role === 'all' ? undefined : role,
            active: status === 'all' ? undefined : String(status === 'active'),
            q,
          },
        }}
        narrowing={narrowing}
        onAdd={() => setAdding(true)}
        filters={<RoleAndStatus {...chosen} onChoose={choose} />}
      >
        <EmployeesTable
          // Other filters start from the first row.
          key={JSON.stringify([text, chosen])}
          employees={found}
          note={note}
          onEdit={({ id }) => opened.show(id, 'edit')}
          onAssign={({ id }) => opened.show(id, 'assign')}
          onToggleActive={toggleActive}
        />
      </ListScreen>
      <AddEmployeeDialog open={isAdding} onClose={() => setAdding(false)} />
      {changing ? (
        <>
          <EditEmployeeDialog employee={changing} {...opened.dialog('edit')} />
          <AssignLocationDialog employee={changing} {...opened.dialog('assign')} />
        </>
      ) : null}
    </>
  );
}

/** Returns a function that activates an employee, or deactivates them; the toast takes it back. */
function useToggleActive() {
  const { mutate: setActive, isPending } = useSetEmployeeActive();
  return ({ id, firstName, lastName, active }: Employee) => {
    const change = (to: boolean) =>
      setActive({
        id,
        active: to,
        hint: strings.canSignIn(strings.fullName(firstName, lastName), to),
        undo: () => change(!to),
      });
    if (!isPending) change(!active);
  };
}

function RoleAndStatus({
  role,
  status,
  onChoose,
}: Filters & { onChoose: (changed: Partial<Filters>) => void }) {
  return (
    <>
      <Select
        aria-label={strings.roleFilter}
        options={roleOptions}
        value={role}
        onChange={(changed) => onChoose({ role: changed })}
      />
      <Select
        aria-label={strings.statusFilter}
        options={statusOptions}
        value={status}
        onChange={(changed) => onChoose({ status: changed })}
      />
    </>
  );
}
