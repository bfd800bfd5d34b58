import { Avatar, Badge, Button, Tooltip } from '@mainstay/ui/base';
import { EditOutlined, EnvironmentOutlined, PoweroffOutlined } from '@mainstay/ui/core';
import { EndMarker } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode, useState } from 'react';
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

/**
 * The employees, or a note in a single row. On narrow screens each row becomes a card; the explicit roles keep it a
 * table for screen readers.
 */
export function EmployeesTable({
  employees,
  note,
  ...actions
}: RowActions & { employees: Employee[]; note: string | undefined }) {
  const [rows, setRows] = useState(ROWS);
  return (
    <>
      <table className={styles.table} role="table" aria-label={strings.title}>
        <thead role="rowgroup">
          <tr role="row">
            {Object.values(strings.columns).map((title) => (
              <th key={title} role="columnheader" scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {note ? (
            <tr role="row">
              <td role="cell" colSpan={5} className={styles.note}>
                {note}
              </td>
            </tr>
          ) : (
            employees.slice(0, rows).map((each) => <EmployeeRow key={each.id} employee={each} {...actions} />)
          )}
        </tbody>
      </table>
      {employees.length > rows ? <EndMarker onMore={() => setRows((shown) => shown + ROWS)} /> : null}
    </>
  );
}

function EmployeeRow({ employee, onEdit, onAssign, onToggleActive }: RowActions & { employee: Employee }) {
  const nameId = `employee-${employee.id}`;
  return (
    <tr role="row">
      <td role="cell">
        <div className={styles.person}>
          <Avatar src={employee.profileImageUrl ?? undefined} alt="" size={40}>
            <span aria-hidden="true">{initials(employee)}</span>
          </Avatar>
          <div className={styles.who}>
            <span className={styles.name} id={nameId}>
              {strings.fullName(employee.firstName, employee.lastName)}
            </span>
            <span className={styles.email}>{employee.email}</span>
          </div>
        </div>
      </td>
      <Cell title={strings.columns.role}>
        <Badge variant={employee.role === 'admin' ? 'default' : 'secondary'}>
          {strings.roles[employee.role]}
        </Badge>
      </Cell>
      <Cell title={strings.columns.status}>
        <span className={styles.status} data-active={employee.active}>
          {employee.active ? strings.statuses.active : strings.statuses.inactive}
        </span>
      </Cell>
      <Cell title={strings.columns.locations}>{strings.locationCount(employee.locationCount)}</Cell>
      <td role="cell">
        <div className={styles.actions}>
          <Action
            name={strings.edit}
            icon={<EditOutlined />}
            aria-describedby={nameId}
            aria-haspopup="dialog"
            onClick={() => onEdit(employee)}
          />
          <Action
            name={strings.assignTitle}
            icon={<EnvironmentOutlined />}
            aria-describedby={nameId}
            aria-haspopup="dialog"
            onClick={() => onAssign(employee)}
          />
          <Action
            name={strings.toggleActive}
            icon={<PoweroffOutlined />}
            aria-describedby={nameId}
            aria-pressed={employee.active}
            onClick={() => onToggleActive(employee)}
          />
        </div>
      </td>
    </tr>
  );
}

/** A cell with its own column label, for when the header row is hidden. */
function Cell({ title, children }: { title: string; children: ReactNode }) {
  return (
    <td role="cell" className={styles.short}>
      <span className={styles.cellTitle} aria-hidden="true">
        {title}
      </span>
      {children}
    </td>
  );
}

function Action({ name, ...button }: ComponentProps<typeof Button> & { name: string }) {
  return (
    <Tooltip title={name}>
      <Button type="text" aria-label={name} {...button} />
    </Tooltip>
  );
}
