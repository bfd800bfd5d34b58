import { type FormRule } from '@mainstay/ui/forms';
import { strings } from './strings.ts';
import { VISIBLE } from './visible.ts';

/** One field's limits from a service's `openapi.limits.ts`. Lengths are in UTF-16 units. */
export interface FieldLimits {
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * The validation rules of a form field, derived from the service's limits. Like the server, they ignore surrounding
 * white space. Password length is not checked here: its message is specified.
 */
export function fieldRules({ required, minLength = 0, maxLength }: FieldLimits, label: string): FormRule[] {
  const rules: FormRule[] = [];
  if (required || minLength > 0) {
    rules.push({ required: true, pattern: VISIBLE, message: strings.required(label) });
  }
  if (maxLength !== undefined) {
    rules.push(({ isFieldTouched }) => ({
      // antd's `max` counts code points. A longer text from before the limit is accepted until it is edited.
      validator: (rule, value: unknown) =>
        typeof value === 'string' &&
        value.trim().normalize('NFC').length > maxLength &&
        !('field' in rule && !isFieldTouched(rule.field))
          ? Promise.reject(new Error(strings.tooLong(maxLength)))
          : Promise.resolve(),
    }));
  }
  return rules;
}

/** The same limits as Input props. */
export const inputLimits = ({ maxLength }: FieldLimits): { maxLength?: number } =>
  maxLength === undefined ? {} : { maxLength };
