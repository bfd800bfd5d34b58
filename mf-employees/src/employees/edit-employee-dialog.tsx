import { Button } from '@mainstay/ui/base';
import { KeyOutlined } from '@mainstay/ui/core';
import { FormDialog } from '@mainstay/web-kit/forms';
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

const valuesOf = (person: Pick<Employee, keyof Values>): Values => {
  const { email, firstName, lastName, role, profileImageUrl } = person;
  return { email, firstName, lastName, role, profileImageUrl: profileImageUrl ?? '' };
};

export function EditEmployeeDialog({ employee, open, onClose }: EmployeeDialogProps) {
  const update = useUpdateEmployee(employee.id);
  const [isResetting, setResetting] = useState(false);
  // A password reset changes the employee's version.
  const [resets, setResets] = useState(0);
  const { id } = employee;
  return (
    <>
      <FormDialog<Values>
        open={open}
        title={strings.editTitle}
        labels={{ cancel: strings.cancel, submit: strings.save, pending: strings.saving }}
        objectId={id}
        initialValues={valuesOf(employee)}
        edits={{
          read: () => readEmployee(id).then(({ body, etag }) => ({ values: valuesOf(body), etag })),
          labels: strings.fields,
          revision: resets,
          show: (_name, value) =>
            value === 'admin' || value === 'district_manager' ? strings.roles[value] : undefined,
        }}
        onSubmit={({ profileImageUrl, ...person }, { ifMatch, changes }) => {
          // The previous release of the service rejects this field.
          const picture = 'profileImageUrl' in changes && { profileImageUrl: profileImageUrl.trim() || null };
          return update.mutateAsync({ body: { id, ...person, ...picture }, ifMatch }).then(onClose);
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
      </FormDialog>
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
