import { Form, Select } from '@mainstay/ui/forms';
import { createLocationRequest as limits } from '@mainstay/svc-core/limits';
import { matchesZone, timeZoneOptions } from '@mainstay/web-kit';
import { fieldsOf, labelledOptions, TextField } from '@mainstay/web-kit/fields';
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

const field = fieldsOf(strings.fields, limits);

/**
 * The fields of the add and edit dialogs.
 * @param timezone the initial value
 */
export function LocationFields({ timezone }: { timezone: string | undefined }) {
  const timeZones = useMemo(() => timeZoneOptions(timezone), [timezone]);
  return (
    <div className={styles.fields}>
      <TextField {...field('name')} />
      <TextField {...field('storeNumber')} />
      <div className={styles.wide}>
        <TextField {...field('address')} />
      </div>
      <TextField {...field('city')} />
      <TextField {...field('state')} />
      <TextField {...field('zipCode')} />
      <TextField {...field('phone')} type="tel" isOptional />
      <Form.Item name="status" label={strings.fields.status}>
        <Select options={labelledOptions(strings.status)} />
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
