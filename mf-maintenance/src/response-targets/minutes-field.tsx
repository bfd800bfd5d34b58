import { Form, Input, Select } from '@mainstay/ui/forms';
import { useState } from 'react';
import styles from './minutes-field.module.css';
import { strings } from './strings.ts';
import { type Unit, unitOf, units } from './words.ts';

const options = units.map(({ unit }) => ({ value: unit, label: strings.units[unit] }));

/** A form field for a number of minutes or null, which is typed in minutes or in hours. */
export function MinutesField({ name, label, extra }: { name: string; label: string; extra?: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={[
        {
          validator: (_rule, value: unknown) =>
            value === null || Number.isInteger(value)
              ? Promise.resolve()
              : Promise.reject(new Error(strings.whole)),
        },
      ]}
    >
      <Minutes label={label} />
    </Form.Item>
  );
}

/** `id`, `value` and `onChange` come from the form. */
function Minutes({
  label,
  id,
  value = null,
  onChange,
}: {
  label: string;
  id?: string;
  value?: number | null;
  onChange?: (minutes: number | null) => void;
}) {
  // Kept while somebody types: 60 minutes do not turn into 1 hour under the fingers.
  const [chosen, setChosen] = useState<Unit>();
  const { unit, minutes: length } = units.find((each) => each.unit === chosen) ?? unitOf(value);
  return (
    <div className={styles.pair}>
      <Input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        placeholder={strings.noTime}
        value={value === null ? '' : value / length}
        onChange={({ target }) => {
          setChosen(unit);
          onChange?.(target.value === '' ? null : Number(target.value) * length);
        }}
      />
      <Select<Unit>
        aria-label={strings.unit(label)}
        options={options}
        value={unit}
        onChange={(next) => {
          const to = units.find((each) => each.unit === next) ?? units[0];
          setChosen(next);
          if (value !== null) onChange?.((value / length) * to.minutes);
        }}
      />
    </div>
  );
}
