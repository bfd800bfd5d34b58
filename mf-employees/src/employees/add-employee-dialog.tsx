import { Form, Input } from '@mainstay/ui/forms';
import { registerRequest } from '@mainstay/svc-auth/limits';
import { inputLimits, lengthRules, typedText } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
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

export function AddEmployeeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddEmployee();
  return (
    <FormDialog<RegisterRequest>
      open={open}
      title={strings.addTitle}
      labels={{ cancel: strings.cancel, submit: strings.add, pending: strings.adding }}
      objectId={undefined}
      initialValues={{ firstName: '', lastName: '', email: '', password: '', role: 'district_manager' }}
      check={check}
      onSubmit={(body, { idempotencyKey }) => add.mutateAsync({ body, idempotencyKey }).then(onClose)}
      onClose={onClose}
    >
      <PersonFields emailAutoComplete="username" />
      <Form.Item
        name="password"
        label={strings.fields.password}
        rules={lengthRules(registerRequest.password)}
      >
        <Input {...inputLimits(registerRequest.password)} type="password" autoComplete="new-password" />
      </Form.Item>
      <RoleField />
    </FormDialog>
  );
}
