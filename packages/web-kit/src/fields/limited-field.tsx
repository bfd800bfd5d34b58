import { Form, Input } from '@mainstay/ui/forms';
import { type FieldLimits, fieldRules, inputLimits, lengthRules } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode } from 'react';
import { Optional } from './optional.tsx';

interface LimitedFieldProps {
  name: string;
  label: string;
  /** From the service's `openapi.limits.ts`. */
  limits: FieldLimits;
  /** Whether its label says that it may stay empty. */
  isOptional?: boolean;
  /** Whether the form as a whole says that it is required. */
  isUnrequired?: boolean;
  /** Besides those of the limits. */
  rules?: NonNullable<ComponentProps<typeof Form.Item>['rules']>;
  extra?: ReactNode;
}

/** A form field with its label and the rules of its limits. */
export function LimitedField({
  name,
  label,
  limits,
  isOptional = false,
  isUnrequired = false,
  rules = [],
  extra,
  children,
}: LimitedFieldProps & { children: ReactNode }) {
  const own = isUnrequired ? lengthRules(limits) : fieldRules(limits, label);
  return (
    <Form.Item
      name={name}
      label={isOptional ? <Optional label={label} /> : label}
      rules={[...own, ...rules]}
      extra={extra}
    >
      {children}
    </Form.Item>
  );
}

type InputProps = Pick<ComponentProps<typeof Input>, 'type' | 'placeholder' | 'autoComplete' | 'inputMode'>;

/** A {@link LimitedField} for a line of text, which the browser does not fill in by itself. */
export function TextField({
  type,
  placeholder,
  autoComplete = 'off',
  inputMode,
  ...field
}: LimitedFieldProps & InputProps) {
  return (
    <LimitedField {...field}>
      <Input {...inputLimits(field.limits)} {...{ type, placeholder, autoComplete, inputMode }} />
    </LimitedField>
  );
}

/**
 * A {@link LimitedField} for a text of several lines.
 * @param rows the least and the most that it shows
 */
export function LongTextField({
  rows: [minRows, maxRows] = [2, 10],
  placeholder,
  ...field
}: LimitedFieldProps & { rows?: [number, number]; placeholder?: string | undefined }) {
  return (
    <LimitedField {...field}>
      <Input.TextArea
        {...inputLimits(field.limits)}
        autoSize={{ minRows, maxRows }}
        placeholder={placeholder}
      />
    </LimitedField>
  );
}

/** The name, the label and the limits of a field, by its name. */
export const fieldsOf =
  <Labels extends Readonly<Record<string, string>>, Limits extends Readonly<Record<string, FieldLimits>>>(
    labels: Labels,
    limits: Limits,
  ) =>
  (name: string & keyof Labels & keyof Limits) => ({ name, label: labels[name], limits: limits[name] });
