import { Form, Input } from '@mainstay/ui/forms';
import { resetPasswordRequest as limits } from '@mainstay/svc-auth/limits';
import { FormDialog } from '@mainstay/web-kit/forms';
import { TextField } from '@mainstay/web-kit/fields';
import { type OpenedDialog } from '@mainstay/web-kit/lists';
import { strings } from '../strings.ts';
import { PASSWORD_LENGTH, useResetPassword } from './employees.queries.ts';

interface Values {
  username: string;
  newPassword: string;
  confirmPassword: string;
}

/** Specification, section 5. */
function check({ newPassword, confirmPassword }: Values): string | undefined {
  if (newPassword !== confirmPassword) return strings.checks.differentPasswords;
  return newPassword.length < PASSWORD_LENGTH ? strings.checks.shortPassword : undefined;
}

export function ResetPasswordDialog({
  userId,
  email,
  open,
  onReset,
  onClose,
}: OpenedDialog & { userId: string; email: string; onReset: () => void }) {
  const reset = useResetPassword();
  const password = {
    limits: limits.newPassword,
    isUnrequired: true,
    type: 'password',
    autoComplete: 'new-password',
  };
  return (
    <FormDialog<Values>
      open={open}
      title={strings.resetTitle}
      labels={{ submit: strings.resetPassword, pending: strings.resetting }}
      objectId={userId}
      initialValues={{ username: email, newPassword: '', confirmPassword: '' }}
      canSubmit={({ newPassword, confirmPassword }) => Boolean(newPassword && confirmPassword)}
      check={check}
      onSubmit={({ newPassword }) => reset.mutateAsync({ userId, newPassword }).then(onReset).then(onClose)}
      onClose={onClose}
    >
      {/* Tells a password manager whose password this is; without it, it would replace the one of who is signed in. */}
      <Form.Item name="username" label={strings.fields.email}>
        <Input type="email" autoComplete="username" readOnly />
      </Form.Item>
      <TextField name="newPassword" label={strings.fields.newPassword} {...password} />
      <TextField name="confirmPassword" label={strings.fields.confirmPassword} {...password} />
    </FormDialog>
  );
}
