import { registerRequest as limits, updateUserRequest } from '@mainstay/svc-auth/limits';
import { Form, Select } from '@mainstay/ui/forms';
import { fieldsOf, labelledOptions, Pair, TextField } from '@mainstay/web-kit/fields';
import { strings } from '../strings.ts';

const field = fieldsOf(strings.fields, limits);

/**
 * The fields that the add and edit dialogs share. They validate required fields themselves (specification, section
 * 5). Where a password is set, a password manager keeps it under this e-mail.
 */
export function PersonFields({ emailAutoComplete = 'off' }: { emailAutoComplete?: 'off' | 'username' }) {
  return (
    <>
      <Pair>
        <TextField {...field('firstName')} isUnrequired />
        <TextField {...field('lastName')} isUnrequired />
      </Pair>
      <TextField {...field('email')} isUnrequired type="email" autoComplete={emailAutoComplete} />
    </>
  );
}

export function RoleField() {
  return (
    <Form.Item name="role" label={strings.fields.role}>
      <Select options={labelledOptions(strings.roles)} />
    </Form.Item>
  );
}

/** The URL of the profile picture; without one the initials are shown. */
export function PictureField() {
  return (
    <TextField
      name="profileImageUrl"
      label={strings.fields.profileImageUrl}
      limits={updateUserRequest.profileImageUrl}
      isOptional
      placeholder="https://"
      inputMode="url"
    />
  );
}
