import { Form, Input, Select } from '@mainstay/ui/forms';
import { strings } from '../strings.ts';
import styles from './person-fields.module.css';

const roleOptions = Object.entries(strings.roles).map(([value, label]) => ({ value, label }));

export function NameFields() {
  return (
    <div className={styles.names}>
      <Form.Item name="firstName" label={strings.fields.firstName}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="lastName" label={strings.fields.lastName}>
        <Input autoComplete="off" />
      </Form.Item>
    </div>
  );
}

export function RoleField() {
  return (
    <Form.Item name="role" label={strings.fields.role}>
      <Select virtual={false} options={roleOptions} />
    </Form.Item>
  );
}
