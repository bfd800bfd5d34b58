import { Badge, Button } from '@mainstay/ui/base';
import { KeyOutlined } from '@mainstay/ui/core';
import { Form, Input } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit';
import { useState } from 'react';
import { strings } from '../strings.ts';
import styles from './edit-employee-dialog.module.css';
import { type Employee, useUpdateEmployee } from './employees.queries.ts';
import { NameFields, RoleField } from './person-fields.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

type Values = Pick<Employee, 'email' | 'firstName' | 'lastName' | 'role'>;

export function EditEmployeeDialog({
  employee,
  open,
  onClose,
}: {
  employee: Employee;
  open: boolean;
  onClose: () => void;
}) {
  const update = useUpdateEmployee(employee.id);
  const [isResetting, setResetting] = useState(false);
  const { id, email, firstName, lastName, role, locations } = employee;
  return (
    <>
      <FormDialog<Values>
        open={open}
        title={strings.editTitle}
        labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
        initialValues={{ email, firstName, lastName, role }}
        onSubmit={(values) => update.mutateAsync({ id, ...values }).then(onClose)}
        onClose={onClose}
      >
        <NameFields />
        <Form.Item name="email" label={strings.fields.email}>
          <Input type="email" autoComplete="off" />
        </Form.Item>
        <RoleField />
        <section className={styles.locations}>
          <h2 className={styles.title}>{strings.assignedLocations}</h2>
          {locations.length === 0 ? (
            <p className={styles.none}>{strings.noAssignedLocations}</p>
          ) : (
            <ul className={styles.names}>
              {locations.map((location) => (
                <li key={location.id}>
                  <Badge variant="outline">{location.name}</Badge>
                </li>
              ))}
            </ul>
          )}
        </section>
        <Button icon={<KeyOutlined />} aria-haspopup="dialog" onClick={() => setResetting(true)}>
          {strings.resetPassword}
        </Button>
      </FormDialog>
      <ResetPasswordDialog userId={id} open={isResetting} onClose={() => setResetting(false)} />
    </>
  );
}
