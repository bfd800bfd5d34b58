import { Form, Input } from '@mainstay/ui/forms';
import { type FieldLimits, fieldRules, inputLimits } from '@mainstay/web-kit';
import { type ComponentProps, type ReactNode } from 'react';
import { strings } from './strings.ts';

/** The options of a Select from a map of values to labels. */
export const labelledOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** A form field with its label and the rules of its limits. */
export function RequestField({
  name,
  limits,
  rules = [],
  extra,
  children,
}: {
  name: keyof typeof strings.fields;
  limits: FieldLimits;
  /** Besides those of the limits. */
  rules?: NonNullable<ComponentProps<typeof Form.Item>['rules']>;
  extra?: ReactNode;
  children: ReactNode;
}) {
  const label = strings.fields[name];
  return (
    <Form.Item name={name} label={label} rules={[...fieldRules(limits, label), ...rules]} extra={extra}>
      {children}
    </Form.Item>
  );
}

/** The form fields Title and Description of tickets and recurring tasks. */
export function TitleAndDescription({
  limits,
  descriptionPlaceholder,
}: {
  limits: { title: FieldLimits; description: FieldLimits };
  descriptionPlaceholder?: string;
}) {
  return (
    <>
      <RequestField name="title" limits={limits.title}>
        <Input {...inputLimits(limits.title)} autoComplete="off" />
      </RequestField>
      <RequestField name="description" limits={limits.description}>
        <Input.TextArea
          {...inputLimits(limits.description)}
          autoSize={{ minRows: 3, maxRows: 10 }}
          placeholder={descriptionPlaceholder}
        />
      </RequestField>
    </>
  );
}
