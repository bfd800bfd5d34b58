import { Form, Input, Select } from '@mainstay/ui/forms';
import { strings } from '../strings.ts';
import styles from './location-fields.module.css';
import { type Location } from './locations.queries.ts';

/** What the forms change: texts, and '' for no phone. */
export type LocationValues = Record<
  'name' | 'storeNumber' | 'address' | 'city' | 'state' | 'zipCode' | 'phone',
  string
> &
  Pick<Location, 'status'>;

export const emptyLocation: LocationValues = {
  name: '',
  storeNumber: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  status: 'active',
};

/** Longest texts in UTF-16 units (specification, section 3); the address has no limit of its own. */
const lengths = { name: 255, storeNumber: 50, city: 100, state: 50, zipCode: 20, phone: 20 };

const statusOptions = Object.entries(strings.status).map(([value, label]) => ({ value, label }));

function RequiredText({
  name,
  maxLength,
}: {
  name: Exclude<keyof LocationValues, 'phone' | 'status'>;
  maxLength?: number;
}) {
  const label = strings.fields[name];
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, whitespace: true, message: strings.fields.required(label) }]}
    >
      <Input maxLength={maxLength} autoComplete="off" />
    </Form.Item>
  );
}

/** The fields of the add and edit dialogs. */
export function LocationFields() {
  return (
    <div className={styles.fields}>
      <RequiredText name="name" maxLength={lengths.name} />
      <RequiredText name="storeNumber" maxLength={lengths.storeNumber} />
      <div className={styles.wide}>
        <RequiredText name="address" />
      </div>
      <RequiredText name="city" maxLength={lengths.city} />
      <RequiredText name="state" maxLength={lengths.state} />
      <RequiredText name="zipCode" maxLength={lengths.zipCode} />
      <Form.Item name="phone" label={strings.fields.phone}>
        <Input
          type="tel"
          maxLength={lengths.phone}
          placeholder={strings.fields.optional}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item name="status" label={strings.fields.status}>
        <Select virtual={false} options={statusOptions} />
      </Form.Item>
    </div>
  );
}
