import { Select } from '@mainstay/ui/forms';
import { anyContains, usePagedList } from '@mainstay/web-kit';
import { ListScreen, useOpened } from '@mainstay/web-kit/lists';
import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { AssignLocationDialog } from './assign-location-dialog.tsx';
import { EditEmployeeDialog } from './edit-employee-dialog.tsx';
import { type Employee, employeesQuery, type Role, useSetEmployeeActive } from './employees.queries.ts';
import { EmployeesTable } from './employees-table.tsx';

interface Filters {
  text: string;
  role: Role | 'all';
  status: 'active' | 'inactive' | 'all';
}

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
  ({ text, role, status }: Filters) =>
  (employee: Employee) =>
    (role === 'all' || employee.role === role) &&
    (status === 'all' || employee.active === (status === 'active')) &&
    anyContains([strings.fullName(employee.firstName, employee.lastName), employee.email], text.trim());

/** The same filters as the server's. */
const queryOf = ({ text, role, status }: Filters) => ({
  role: role === 'all' ? undefined : role,
  active: status === 'all' ? undefined : String(status === 'active'),
  q: text.trim() || undefined,
});

/** The Employees screen: renders nothing for anyone but administrators (specification, section 2). */
export function EmployeesScreen({ role }: { role: Role }) {
  return role === 'admin' ? <EmployeeList /> : null;
}

function EmployeeList() {
  const employees = usePagedList(employeesQuery);
  const { items, isPending, isFailed, hasMore, isMoreFailed, loadMore } = employees;
  const { mutate: setActive, isPending: isToggling } = useSetEmployeeActive();
  const [filters, setFilters] = useState<Filters>({ text: '', role: 'all', status: 'all' });
  const [isAdding, setAdding] = useState(false);
  const opened = useOpened<string, 'edit' | 'assign'>();

  // Filters apply to all employees, so load the remaining pages at once.
  useEffect(() => {
    if (hasMore && !isMoreFailed) loadMore();
  });

  const found = items.filter(passes(filters));
  const changing = items.find(({ id }) => id === opened.thing);
  const note = found.length > 0 ? undefined : isPending || hasMore ? strings.loading : strings.none;

  return (
    <>
      <ListScreen
        texts={strings}
        list={{ ...employees, total: found.length, isFailed: isFailed || isMoreFailed, hasMore: false }}
        exported={{ path: '/api/managers', filter: queryOf(filters) }}
        isNarrowed={Object.values(queryOf(filters)).some((value) => value !== undefined)}
        onSearch={(text) => setFilters((others) => ({ ...others, text }))}
        onAdd={() => setAdding(true)}
        filters={
          <>
            <Select
              aria-label={strings.roleFilter}
              options={roleOptions}
              value={filters.role}
              onChange={(role) => setFilters((others) => ({ ...others, role }))}
            />
            <Select
              aria-label={strings.statusFilter}
              options={statusOptions}
              value={filters.status}
              onChange={(status) => setFilters((others) => ({ ...others, status }))}
            />
          </>
        }
      >
        <EmployeesTable
          // Other filters start from the first row.
          key={JSON.stringify(filters)}
          employees={found}
          note={note}
          onEdit={({ id }) => opened.show(id, 'edit')}
          onAssign={({ id }) => opened.show(id, 'assign')}
          onToggleActive={({ id, active }) => {
            if (!isToggling) setActive({ id, active: !active });
          }}
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
