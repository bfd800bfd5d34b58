import { Button, PageHeader, VisuallyHidden } from '@mainstay/ui/base';
import { PlusOutlined } from '@mainstay/ui/core';
import { Select } from '@mainstay/ui/forms';
import { anyContains, ExportCsv, LoadFailed, SearchField } from '@mainstay/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { strings } from '../strings.ts';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { AssignLocationDialog } from './assign-location-dialog.tsx';
import { EditEmployeeDialog } from './edit-employee-dialog.tsx';
import { type Employee, employeesQuery, type Role, useSetEmployeeActive } from './employees.queries.ts';
import styles from './employees-screen.module.css';
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
  const employees = useInfiniteQuery(employeesQuery);
  const { mutate: setActive, isPending: isToggling } = useSetEmployeeActive();
  const [filters, setFilters] = useState<Filters>({ text: '', role: 'all', status: 'all' });
  const [isAdding, setAdding] = useState(false);
  const [change, setChange] = useState<{ id: string; by: 'edit' | 'assign'; isOpen: boolean }>();

  // Filters apply to all employees, so load the remaining pages at once.
  const { data, hasNextPage, isFetching, fetchNextPage } = employees;
  useEffect(() => {
    if (data && hasNextPage && !isFetching) void fetchNextPage();
  }, [data, hasNextPage, isFetching, fetchNextPage]);

  const all = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const found = all.filter(passes(filters));
  const changing = all.find((employee) => employee.id === change?.id);
  const isFiltered = filters.text.trim() !== '' || filters.role !== 'all' || filters.status !== 'all';
  const closeChange = () => setChange((shown) => shown && { ...shown, isOpen: false });
  const note =
    found.length > 0 ? undefined : employees.isPending || hasNextPage ? strings.loading : strings.none;

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={
          <>
            <ExportCsv path="/api/managers" filter={queryOf(filters)} total={found.length} />
            <Button
              type="primary"
              icon={<PlusOutlined />}
              aria-haspopup="dialog"
              onClick={() => setAdding(true)}
            >
              {strings.add}
            </Button>
          </>
        }
      />
      <div className={styles.filters}>
        <SearchField
          className={styles.search}
          label={strings.search}
          onSearch={(text) => setFilters((others) => ({ ...others, text }))}
        />
        <Select
          className={styles.filter}
          aria-label={strings.roleFilter}
          options={roleOptions}
          value={filters.role}
          onChange={(role) => setFilters((others) => ({ ...others, role }))}
        />
        <Select
          className={styles.filter}
          aria-label={strings.statusFilter}
          options={statusOptions}
          value={filters.status}
          onChange={(status) => setFilters((others) => ({ ...others, status }))}
        />
      </div>
      <VisuallyHidden aria-live="polite">
        {isFiltered && !employees.isPending ? strings.found(found.length) : null}
      </VisuallyHidden>
      {employees.isLoadingError || employees.isFetchNextPageError ? (
        <LoadFailed title={strings.loadFailed} onRetry={() => void employees.refetch()} />
      ) : (
        <EmployeesTable
          // Other filters start from the first row.
          key={JSON.stringify(filters)}
          employees={found}
          note={note}
          onEdit={({ id }) => setChange({ id, by: 'edit', isOpen: true })}
          onAssign={({ id }) => setChange({ id, by: 'assign', isOpen: true })}
          onToggleActive={({ id, active }) => {
            if (!isToggling) setActive({ id, active: !active });
          }}
        />
      )}
      <AddEmployeeDialog open={isAdding} onClose={() => setAdding(false)} />
      {change && changing ? (
        <>
          <EditEmployeeDialog
            employee={changing}
            open={change.isOpen && change.by === 'edit'}
            onClose={closeChange}
          />
          <AssignLocationDialog
            employee={changing}
            open={change.isOpen && change.by === 'assign'}
            onClose={closeChange}
          />
        </>
      ) : null}
    </>
  );
}
