import { registerRequest as limits, updateUserRequest } from '@mainstay/svc-auth/limits';
import { Form, Input, Select } from '@mainstay/ui/forms';
import { inputLimits, lengthRules } from '@mainstay/web-kit';
import { strings } from '../strings.ts';
import styles from './person-fields.module.css';

const roleOptions = Object.entries(strings.roles).map(([value, label]) => ({ value, label }));

/**
 * The fields that the add and edit dialogs share. They validate required fields themselves (specification, section 5). Where a password
 * is set, a password manager keeps it under this e-mail.
 */
export function PersonFields({ emailAutoComplete = 'off' }: { emailAutoComplete?: 'off' | 'username' }) {
  return (
    <>
      <div className={styles.names}>
        <Form.Item name="firstName" label={strings.fields.firstName} rules={lengthRules(limits.firstName)}>
          <Input {...inputLimits(limits.firstName)} autoComplete="off" />
        </Form.Item>
        <Form.Item name="lastName" label={strings.fields.lastName} rules={lengthRules(limits.lastName)}>
          <Input {...inputLimits(limits.lastName)} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="email" label={strings.fields.email} rules={lengthRules(limits.email)}>
        <Input {...inputLimits(limits.email)} type="email" autoComplete={emailAutoComplete} />
      </Form.Item>
    </>
  );
}

export function RoleField() {
  return (
    <Form.Item name="role" label={strings.fields.role}>
      <Select options={roleOptions} />
    </Form.Item>
  );
}

/** The URL of the profile picture; without one the initials are shown. */
export function PictureField() {
  return (
    <Form.Item
      name="profileImageUrl"
      label={strings.fields.profileImageUrl}
      rules={lengthRules(updateUserRequest.profileImageUrl)}
    >
      <Input
        {...inputLimits(updateUserRequest.profileImageUrl)}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
      />
    </Form.Item>
  );
}
