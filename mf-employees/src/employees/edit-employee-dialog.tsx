import { Button } from '@mainstay/ui/base';
import { KeyOutlined } from '@mainstay/ui/core';
import { EditDialog } from '@mainstay/web-kit/fields';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type EmployeeDialogProps } from './assign-location-dialog.tsx';
import { AssignedLocations } from './assigned-locations.tsx';
import { type Employee, readEmployee, useUpdateEmployee } from './employees.queries.ts';
import { PersonFields, PictureField, RoleField } from './person-fields.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

type Values = Pick<Employee, 'email' | 'firstName' | 'lastName' | 'role'> & {
  /** '' if there is none. */
  profileImageUrl: string;
};

type Person = Pick<Employee, keyof Values>;

const valuesOf = ({ email, firstName, lastName, role, profileImageUrl }: Person): Values => ({
  email,
  firstName,
  lastName,
  role,
  profileImageUrl: profileImageUrl ?? '',
});

export function EditEmployeeDialog({ employee, open, onClose }: EmployeeDialogProps) {
  const update = useUpdateEmployee();
  const [isResetting, setResetting] = useState(false);
  // A password reset changes the employee's version.
  const [resets, setResets] = useState(0);
  const { id } = employee;
  return (
    <>
      <EditDialog<Values, Person>
        open={open}
        thing={employee}
        read={readEmployee}
        valuesOf={valuesOf}
        revision={resets}
        title={strings.editTitle}
        labels={strings.fields}
        show={(_name, value) =>
          value === 'admin' || value === 'district_manager' ? strings.roles[value] : undefined
        }
        send={({ changes, ifMatch }, { profileImageUrl, ...person }) => {
          // The previous release of the service rejects this field.
          const picture = 'profileImageUrl' in changes && { profileImageUrl: profileImageUrl.trim() || null };
          return update.mutateAsync({ id, changes: { id, ...person, ...picture }, ifMatch });
        }}
        onClose={onClose}
      >
        <PersonFields />
        <RoleField />
        <PictureField />
        <AssignedLocations employee={employee} />
        <Button icon={<KeyOutlined />} aria-haspopup="dialog" onClick={() => setResetting(true)}>
          {strings.resetPassword}
        </Button>
      </EditDialog>
      <ResetPasswordDialog
        userId={id}
        email={employee.email}
        open={isResetting}
        onReset={() => setResets((before) => before + 1)}
        onClose={() => setResetting(false)}
      />
    </>
  );
}
