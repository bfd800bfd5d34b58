import { Form, Input } from '@mainstay/ui/forms';
import { type FieldLimits, fieldRules, formatDay, serverNow } from '@mainstay/web-kit';
import { Optional } from './optional.tsx';

/** The same day some years from now, like `2027-03-05`. */
function yearsAhead(years: number): string {
  const day = new Date(serverNow());
  day.setUTCFullYear(day.getUTCFullYear() + years);
  return day.toISOString().slice(0, 10);
}

const inWords = (day: string) => formatDay(`${day}T12:00:00Z`, 'UTC');

/**
 * A form field for a day.
 * @param from a day like `2000-01-01`
 * @param years how far ahead of today the last day is
 */
export function DayField({
  name,
  label,
  limits = {},
  isOptional = false,
  from,
  years,
}: {
  name: string;
  label: string;
  limits?: FieldLimits;
  isOptional?: boolean;
  from: string;
  years: number;
}) {
  const to = yearsAhead(years);
  return (
    <Form.Item
      name={name}
      label={isOptional ? <Optional label={label} /> : label}
      rules={[
        ...fieldRules(limits, label),
        ({ isFieldTouched }) => ({
          // A day from before the limits stays until it is edited.
          validator: (_rule, value: unknown) =>
            typeof value === 'string' && value && (value < from || value > to) && isFieldTouched(name)
              ? Promise.reject(new Error(`Must be a day from ${inWords(from)} to ${inWords(to)}.`))
              : Promise.resolve(),
        }),
      ]}
    >
      <Input type="date" min={from} max={to} />
    </Form.Item>
  );
}
