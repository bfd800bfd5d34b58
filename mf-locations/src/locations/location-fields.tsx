import { Form, Input, Select } from '@mainstay/ui/forms';
import { createLocationRequest as limits } from '@mainstay/svc-core/limits';
import { fieldRules, inputLimits, matchesZone, timeZoneOptions } from '@mainstay/web-kit';
import { useMemo } from 'react';
import { strings } from '../strings.ts';
import styles from './location-fields.module.css';
import { type Location } from './locations.queries.ts';

/** The form values; '' means no phone. */
export type LocationValues = Record<
  'name' | 'storeNumber' | 'address' | 'city' | 'state' | 'zipCode' | 'phone',
  string
> &
  Pick<Location, 'status'> & {
    /** Undefined: the server's default. */
    timezone: string | undefined;
  };

export const emptyLocation: LocationValues = {
  name: '',
  storeNumber: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  phone: '',
  status: 'active',
  timezone: undefined,
};

const statusOptions = Object.entries(strings.status).map(([value, label]) => ({ value, label }));

function TextField({ name }: { name: Exclude<keyof LocationValues, 'status' | 'timezone'> }) {
  const label = strings.fields[name];
  return (
    <Form.Item name={name} label={label} rules={fieldRules(limits[name], label)}>
      <Input
        {...inputLimits(limits[name])}
        {...(name === 'phone' && { type: 'tel', placeholder: strings.optional })}
        autoComplete="off"
      />
    </Form.Item>
  );
}

/** The fields of the add and edit dialogs. @param timezone the initial value */
export function LocationFields({ timezone }: { timezone: string | undefined }) {
  const timeZones = useMemo(() => timeZoneOptions(timezone), [timezone]);
  return (
    <div className={styles.fields}>
      <TextField name="name" />
      <TextField name="storeNumber" />
      <div className={styles.wide}>
        <TextField name="address" />
      </div>
      <TextField name="city" />
      <TextField name="state" />
      <TextField name="zipCode" />
      <TextField name="phone" />
      <Form.Item name="status" label={strings.fields.status}>
        <Select options={statusOptions} />
      </Form.Item>
      <Form.Item name="timezone" label={strings.fields.timezone} extra={strings.timezoneHint}>
        <Select
          showSearch={{ filterOption: matchesZone }}
          // Some names are wider than the field.
          popupMatchSelectWidth={false}
          placeholder={strings.timezonePlaceholder}
          notFoundContent={strings.noTimezones}
          options={timeZones}
        />
      </Form.Item>
    </div>
  );
}
