import { Select } from '@mainstay/ui/forms';
import { useSearchedList } from '@mainstay/web-kit';
import { ListScreen, useFilters, useOpened } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { AssignLocationDialog } from './assign-location-dialog.tsx';
import { EditEmployeeDialog } from './edit-employee-dialog.tsx';
import {
  type Employee,
  employeesQuery,
  matchesEmployee,
  type Role,
  useSetEmployeeActive,
} from './employees.queries.ts';
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

const statuses = { all: undefined, active: 'true', inactive: 'false' } as const;
const filterOf = ({ role, status }: Filters) => ({
  role: role === 'all' ? undefined : role,
  active: statuses[status],
});

/** The Employees screen: renders nothing for anyone but administrators (specification, section 2). */
export function EmployeesScreen({ role }: { role: Role }) {
  return role === 'admin' ? <EmployeeList /> : null;
}

function EmployeeList() {
  const { text, q, chosen, choose, narrowing } = useFilters(noFilters);
  const filter = filterOf(chosen);
  const employees = useSearchedList(employeesQuery(filter), matchesEmployee, text);
  const toggleActive = useToggleActive();
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<Employee, 'edit' | 'assign'>();
  const { items, isPending, isSearching } = employees;
  // The list follows what is changed meanwhile.
  const changing = items.find(({ id }) => id === opened.thing?.id) ?? opened.thing;

  return (
    <>
      <ListScreen
        texts={strings}
        list={employees}
        exported={{ path: '/api/managers', filter: { ...filter, q } }}
        narrowing={narrowing}
        onAdd={() => setAdding(true)}
        filters={<RoleAndStatus {...chosen} onChoose={choose} />}
      >
        <EmployeesTable
          employees={items}
          note={isPending || isSearching ? strings.loading : strings.none}
          onEdit={(employee) => opened.show(employee, 'edit')}
          onAssign={(employee) => opened.show(employee, 'assign')}
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
