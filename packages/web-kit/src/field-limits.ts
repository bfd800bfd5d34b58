import { type FormRule } from '@mainstay/ui/forms';
import { strings } from './strings.ts';

/** One field's limits as a service's `openapi.limits.ts` carries them. Lengths in UTF-16 units. */
export interface FieldLimits {
  readonly required?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/**
 * The rules of a form field that its service states: the browser refuses what the server would refuse. Both count
 * without the white space around the text. The length of a password is not judged here: its sentence is the
 * specification's.
 */
export function fieldRules({ required, minLength = 0, maxLength }: FieldLimits, label: string): FormRule[] {
  const rules: FormRule[] = [];
  if (required || minLength > 0) {
    rules.push({ required: true, whitespace: true, message: strings.required(label) });
  }
  if (maxLength !== undefined) {
    rules.push(({ isFieldTouched }) => ({
      // antd's own `max` counts code points. A longer text from before the limit stays while nobody edits it.
      validator: (rule, value: unknown) =>
        typeof value === 'string' &&
        value.trim().length > maxLength &&
        !('field' in rule && !isFieldTouched(rule.field))
          ? Promise.reject(new Error(strings.tooLong(maxLength)))
          : Promise.resolve(),
    }));
  }
  return rules;
}

/** The same limits as properties of an Input. */
export const inputLimits = ({ maxLength }: FieldLimits): { maxLength?: number } =>
  maxLength === undefined ? {} : { maxLength };
