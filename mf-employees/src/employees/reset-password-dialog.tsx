import { Form, Input } from '@mainstay/ui/forms';
import { resetPasswordRequest as limits } from '@mainstay/svc-auth/limits';
import { inputLimits, lengthRules } from '@mainstay/web-kit';
import { FormDialog } from '@mainstay/web-kit/forms';
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
}: {
  userId: string;
  email: string;
  open: boolean;
  onReset: () => void;
  onClose: () => void;
}) {
  const reset = useResetPassword(userId);
  return (
    <FormDialog<Values>
      open={open}
      title={strings.resetTitle}
      labels={{ cancel: strings.cancel, submit: strings.resetPassword, pending: strings.resetting }}
      objectId={userId}
      initialValues={{ username: email, newPassword: '', confirmPassword: '' }}
      canSubmit={({ newPassword, confirmPassword }) => Boolean(newPassword && confirmPassword)}
      check={check}
      onSubmit={({ newPassword }) => reset.mutateAsync(newPassword).then(onReset).then(onClose)}
      onClose={onClose}
    >
      {/* Tells a password manager whose password this is; without it, it would replace the one of who is signed in. */}
      <Form.Item name="username" label={strings.fields.email}>
        <Input type="email" autoComplete="username" readOnly />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={strings.fields.newPassword}
        rules={lengthRules(limits.newPassword)}
      >
        <Input {...inputLimits(limits.newPassword)} type="password" autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="confirmPassword" label={strings.fields.confirmPassword}>
        <Input {...inputLimits(limits.newPassword)} type="password" autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
