import { Form, Input } from '@mainstay/ui/forms';
import { FormDialog } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { PASSWORD_LENGTH, type RegisterRequest, useAddEmployee } from './employees.queries.ts';
import { NameFields, RoleField } from './person-fields.tsx';

/** Specification, section 5. */
function check({ firstName, lastName, email, password }: RegisterRequest): string | undefined {
  if ([firstName, lastName, email].some((text) => text.trim() === '') || password === '') {
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
      initialValues={{ firstName: '', lastName: '', email: '', password: '', role: 'district_manager' }}
      check={check}
      onSubmit={(values) => add.mutateAsync(values).then(onClose)}
      onClose={onClose}
    >
      <NameFields />
      <Form.Item name="email" label={strings.fields.email}>
        <Input type="email" autoComplete="off" />
      </Form.Item>
      <Form.Item name="password" label={strings.fields.password}>
        <Input type="password" autoComplete="new-password" />
      </Form.Item>
      <RoleField />
    </FormDialog>
  );
}
