import { Form, Input } from '@mainstay/ui/forms';
import { resetPasswordRequest as limits } from '@mainstay/svc-auth/limits';
import { FormDialog, inputLimits, lengthRules } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import { PASSWORD_LENGTH, useResetPassword } from './employees.queries.ts';

interface Values {
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
  open,
  onReset,
  onClose,
}: {
  userId: string;
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
      initialValues={{ newPassword: '', confirmPassword: '' }}
      canSubmit={({ newPassword, confirmPassword }) => Boolean(newPassword && confirmPassword)}
      check={check}
      onSubmit={({ newPassword }) => reset.mutateAsync(newPassword).then(onReset).then(onClose)}
      onClose={onClose}
    >
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
