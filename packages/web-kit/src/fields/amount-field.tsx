import { Form, Input } from '@mainstay/ui/forms';
import { currencyQuery, type FieldLimits, fieldRules } from '@mainstay/web-kit';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Optional } from './optional.tsx';
import { readAmount } from './read-amount.ts';

/** The server says which amounts are too large, or may not be negative. */
const amountRule = { pattern: /^-?\d+\.\d\d$/, message: 'Must be an amount such as 120.50.' };

/**
 * A form field for money, whose value has the API's form as soon as it is an amount, whatever the form in which it
 * was typed.
 */
export function AmountField({
  name,
  label,
  limits = {},
  isOptional = false,
  extra,
  placeholder,
}: {
  name: string;
  label: string;
  limits?: FieldLimits;
  isOptional?: boolean;
  extra?: ReactNode;
  placeholder?: string;
}) {
  return (
    <Form.Item
      name={name}
      label={isOptional ? <Optional label={label} /> : label}
      rules={[...fieldRules(limits, label), amountRule]}
      extra={extra}
    >
      <Amount placeholder={placeholder} />
    </Form.Item>
  );
}

/** `id`, `value`, `onChange` and the name of its error come from the form. */
function Amount({
  value,
  onChange,
  ...input
}: {
  placeholder: string | undefined;
  value?: string | null;
  onChange?: (amount: string) => void;
}) {
  const { data: currency = 'USD' } = useQuery(currencyQuery);
  // What is typed does not change under the fingers.
  const [typed, setTyped] = useState<string>();
  return (
    <Input
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? value ?? ''}
      onChange={({ target }) => {
        const text = target.value;
        setTyped(text);
        onChange?.(text.trim() === '' ? '' : (readAmount(text, currency) ?? text));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
