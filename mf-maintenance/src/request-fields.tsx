import { Form, Input } from '@mainstay/ui/forms';
import { type FieldLimits, fieldRules, inputLimits } from '@mainstay/web-kit';
import { strings } from './strings.ts';

/** The options of a Select from a map of values to labels. */
export const labelledOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

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
      <Form.Item
        name="title"
        label={strings.fields.title}
        rules={fieldRules(limits.title, strings.fields.title)}
      >
        <Input {...inputLimits(limits.title)} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="description"
        label={strings.fields.description}
        rules={fieldRules(limits.description, strings.fields.description)}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} placeholder={descriptionPlaceholder} />
      </Form.Item>
    </>
  );
}
