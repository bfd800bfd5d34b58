import { Button } from '@mainstay/ui/base';
import { KeyOutlined } from '@mainstay/ui/core';
import { Form } from '@mainstay/ui/forms';
import { EditDialog } from '@mainstay/web-kit/fields';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { type EmployeeDialogProps } from './assign-location-dialog.tsx';
import { ApiTokens, RevokeToken } from './api-tokens.tsx';
import { AssignedLocations } from './assigned-locations.tsx';
import { CompanyAccounts } from './company-accounts.tsx';
import {
  type Employee,
  readEmployee,
  type Token,
  useUnassignLocation,
  useUpdateEmployee,
} from './employees.queries.ts';
import { PersonFields, PictureField, RoleField } from './person-fields.tsx';
import { ResetPasswordDialog } from './reset-password-dialog.tsx';

type Values = Pick<Employee, 'email' | 'firstName' | 'lastName' | 'role'> & {
  /** '' if there is none. */
  profileImageUrl: string;
  /** Ids of locations. */
  unassigned: string[];
};

type Person = Pick<Employee, keyof Employee & keyof Values>;

const valuesOf = ({ email, firstName, lastName, role, profileImageUrl }: Person): Values => ({
  email,
  firstName,
  lastName,
  role,
  profileImageUrl: profileImageUrl ?? '',
  unassigned: [],
});

export function EditEmployeeDialog({ employee, open, onClose }: EmployeeDialogProps) {
  const update = useUpdateEmployee();
  const unassign = useUnassignLocation();
  const [revoked, setRevoked] = useState<Token>();
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
        send={async ({ changes, ifMatch }, { profileImageUrl, unassigned, ...person }) => {
          for (const { id: locationId } of employee.locations) {
            // One that an attempt before has unassigned is in the list no longer.
            if (unassigned.includes(locationId)) await unassign.mutateAsync({ managerId: id, locationId });
          }
          // The previous release of the service rejects this field.
          const picture = 'profileImageUrl' in changes && { profileImageUrl: profileImageUrl.trim() || null };
          return update.mutateAsync({ id, changes: { id, ...person, ...picture }, ifMatch });
        }}
        onClose={onClose}
      >
        <PersonFields />
        <RoleField />
        <PictureField />
        <Form.Item name="unassigned" noStyle>
          <AssignedLocations locations={employee.locations} />
        </Form.Item>
        <CompanyAccounts id={id} />
        <ApiTokens id={id} onRevoke={setRevoked} />
        <Button icon={<KeyOutlined />} aria-haspopup="dialog" onClick={() => setResetting(true)}>
          {strings.resetPassword}
        </Button>
      </EditDialog>
      <RevokeToken id={id} token={revoked} onClose={() => setRevoked(undefined)} />
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
