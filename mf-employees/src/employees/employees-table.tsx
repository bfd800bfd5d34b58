import { Avatar, Badge, Surface } from '@mainstay/ui/base';
import { EditOutlined, EnvironmentOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { State, Table, type TableColumnsType } from '@mainstay/ui/table';
import { EndMarker, MailText } from '@mainstay/web-kit';
import { RowAction } from '@mainstay/web-kit/lists';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type Employee } from './employees.queries.ts';
import styles from './employees-table.module.css';

interface RowActions {
  onEdit: (employee: Employee) => void;
  onAssign: (employee: Employee) => void;
  onToggleActive: (employee: Employee) => void;
}

/** Rows to add each time the end of the table comes near. */
const ROWS = 100;

const initials = ({ firstName, lastName }: Employee) =>
  [firstName, lastName].map((name) => Array.from(name.trim())[0]?.toUpperCase()).join('');

/** The employees, or a note in their place. Where it is narrow, the first column has the contents of the next three. */
export function EmployeesTable({
  employees,
  note,
  ...actions
}: RowActions & { employees: Employee[]; note: string | undefined }) {
  const [rows, setRows] = useState(ROWS);
  return (
    <Surface className={styles.table}>
      <Table
        aria-label={strings.title}
        tableLayout="fixed"
        pagination={false}
        columns={columnsOf(actions)}
        dataSource={employees.slice(0, rows)}
        rowKey="id"
        locale={{ emptyText: note }}
      />
      {employees.length > rows ? <EndMarker onMore={() => setRows((shown) => shown + ROWS)} /> : null}
    </Surface>
  );
}

const columnsOf = ({ onEdit, onAssign, onToggleActive }: RowActions): TableColumnsType<Employee> => [
  {
    title: strings.columns.employee,
    className: styles.employee,
    render: (_, employee) => (
      <div className={styles.person}>
        <Avatar src={employee.profileImageUrl ?? undefined} alt="" size={40}>
          <span aria-hidden="true">{initials(employee)}</span>
        </Avatar>
        <div className={styles.who}>
          <strong id={nameId(employee)}>{strings.fullName(employee.firstName, employee.lastName)}</strong>
          <span className={styles.email}>
            <MailText address={employee.email} />
          </span>
          <span className={styles.brief}>
            <RoleOf {...employee} />
            <StatusOf {...employee} />
            {strings.locationCount(employee.locationCount)}
          </span>
        </div>
      </div>
    ),
  },
  {
    title: strings.columns.role,
    className: `${styles.wide} ${styles.role}`,
    render: (_, employee) => <RoleOf {...employee} />,
  },
  {
    title: strings.columns.status,
    className: styles.wide,
    render: (_, employee) => <StatusOf {...employee} />,
  },
  {
    title: strings.columns.locations,
    className: styles.wide,
    render: (_, { locationCount }) => strings.locationCount(locationCount),
  },
  {
    title: strings.columns.actions,
    className: styles.actions,
    align: 'end',
    render: (_, employee) => (
      <>
        <RowAction
          name={strings.edit}
          icon={<EditOutlined />}
          aria-describedby={nameId(employee)}
          aria-haspopup="dialog"
          onClick={() => onEdit(employee)}
        />
        <RowAction
          name={strings.assignTitle}
          icon={<EnvironmentOutlined />}
          aria-describedby={nameId(employee)}
          aria-haspopup="dialog"
          onClick={() => onAssign(employee)}
        />
        <RowAction
          name={strings.toggleActive}
          icon={<PoweroffOutlined />}
          aria-describedby={nameId(employee)}
          aria-pressed={employee.active}
          onClick={() => onToggleActive(employee)}
        />
      </>
    ),
  },
];

const nameId = ({ id }: Employee) => `employee-${id}`;

function RoleOf({ role }: Pick<Employee, 'role'>) {
  return <Badge variant={role === 'admin' ? 'default' : 'secondary'}>{strings.roles[role]}</Badge>;
}

function StatusOf({ active }: Pick<Employee, 'active'>) {
  return (
    <State
      status={active ? 'success' : 'default'}
      text={active ? strings.statuses.active : strings.statuses.inactive}
    />
  );
}
