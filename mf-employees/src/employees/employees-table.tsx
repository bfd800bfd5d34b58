import { Avatar, Badge } from '@mainstay/ui/base';
import { EditOutlined, EnvironmentOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { State } from '@mainstay/ui/table';
import { type ListColumn, ListTable, type RowAction } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import { type Employee } from './employees.queries.ts';

const nameOf = ({ firstName, lastName }: Employee) => strings.fullName(firstName, lastName);

const initials = ({ firstName, lastName }: Employee) =>
  [firstName, lastName].map((name) => Array.from(name.trim())[0]?.toUpperCase()).join('');

const statusOf = ({ active }: Employee) => (
  <State
    status={active ? 'success' : 'default'}
    text={active ? strings.statuses.active : strings.statuses.inactive}
  />
);

const columns: readonly ListColumn<Employee>[] = [
  {
    title: strings.columns.role,
    width: '20%',
    render: ({ role }) => (
      <Badge variant={role === 'admin' ? 'default' : 'secondary'}>{strings.roles[role]}</Badge>
    ),
  },
  { title: strings.columns.status, width: '14%', render: statusOf },
  {
    title: strings.columns.locations,
    width: '14%',
    render: ({ locationCount }) => strings.locationCount(locationCount),
  },
];

type Actions = Record<'onEdit' | 'onAssign' | 'onToggleActive', (employee: Employee) => void>;

const actionsOf = (employee: Employee, { onEdit, onAssign, onToggleActive }: Actions): RowAction[] => [
  {
    name: strings.edit,
    icon: <EditOutlined />,
    isDialog: true,
    isFrequent: true,
    onClick: () => onEdit(employee),
  },
  {
    name: strings.assignTitle,
    icon: <EnvironmentOutlined />,
    isDialog: true,
    isFrequent: true,
    onClick: () => onAssign(employee),
  },
  {
    name: strings.toggleActive,
    icon: <PoweroffOutlined />,
    isPressed: employee.active,
    isFrequent: true,
    isApart: true,
    onClick: () => onToggleActive(employee),
  },
];

/** Employees, or a note in their place. */
export function EmployeesTable({
  employees,
  note,
  ...actions
}: Actions & {
  employees: readonly Employee[];
  note: string;
}) {
  return (
    <ListTable
      label={strings.title}
      rows={employees}
      title={strings.columns.employee}
      nameOf={nameOf}
      pictureOf={(employee) => (
        <Avatar
          src={employee.profileImageUrl ?? undefined}
          alt=""
          size={36}
          // One size for all: wide letters would be made smaller.
          style={{ fontSize: 'var(--ms-size-label)' }}
        >
          <span aria-hidden="true">{initials(employee)}</span>
        </Avatar>
      )}
      below={({ email }) => <span title={email}>{email}</span>}
      columns={columns}
      brief={(employee) => [
        employee.active ? null : statusOf(employee),
        strings.roles[employee.role],
        strings.locationCount(employee.locationCount),
        employee.email,
      ]}
      actionsTitle={strings.columns.actions}
      actionsWidth={172}
      actionsOf={(employee) => actionsOf(employee, actions)}
      onOpen={actions.onEdit}
      note={note}
    />
  );
}
