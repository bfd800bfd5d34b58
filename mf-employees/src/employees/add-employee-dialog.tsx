import { registerRequest } from '@mainstay/svc-auth/limits';
import { typedText } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
import { TextField } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import { PASSWORD_LENGTH, type RegisterRequest, useAddEmployee } from './employees.queries.ts';
import { PersonFields, RoleField } from './person-fields.tsx';

/** Specification, section 5. */
function check({ firstName, lastName, email, password }: RegisterRequest): string | undefined {
  if ([firstName, lastName, email].some((text) => typedText(text) === '') || password === '') {
    return strings.checks.allRequired;
  }
  return password.length < PASSWORD_LENGTH ? strings.checks.shortPassword : undefined;
}

export function AddEmployeeDialog({ open, onClose }: OpenedDialog) {
  const add = useAddEmployee();
  return (
    <FormDialog<RegisterRequest>
      open={open}
      title={strings.addTitle}
      labels={{ submit: strings.add, pending: strings.adding }}
      initialValues={{ firstName: '', lastName: '', email: '', password: '', role: 'district_manager' }}
      check={check}
      onSubmit={(body, { idempotencyKey }) => add.mutateAsync({ body, idempotencyKey }).then(onClose)}
      onClose={onClose}
    >
      <PersonFields emailAutoComplete="username" />
      <TextField
        name="password"
        label={strings.fields.password}
        limits={registerRequest.password}
        isUnrequired
        type="password"
        autoComplete="new-password"
      />
      <RoleField />
    </FormDialog>
  );
}
