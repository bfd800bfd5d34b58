import { type FormRule } from '@mainstay/ui/forms';
import { isMoment } from './dates.ts';
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
  return maxLength === undefined ? rules : [...rules, ...lengthRules({ maxLength })];
}

/** As the server counts. */
const lengthOf = (text: string) => text.trim().normalize('NFC').length;

/** The rule that refuses a longer text, which stays in the field. */
export function lengthRules({ maxLength = Infinity }: FieldLimits): FormRule[] {
  return [
    ({ isFieldTouched }) => ({
      // antd's `max` counts code points. A longer text from before the limit is accepted until it is edited.
      validator: (rule, value: unknown) =>
        typeof value === 'string' &&
        lengthOf(value) > maxLength &&
        !('field' in rule && !isFieldTouched(rule.field))
          ? Promise.reject(new Error(strings.tooLong(maxLength)))
          : Promise.resolve(),
    }),
  ];
}

/**
 * The same limits as Input props. Nothing is cut: near the limit and beyond it the field shows how long its text is.
 */
export const inputLimits = ({ maxLength }: FieldLimits) =>
  maxLength === undefined
    ? {}
    : {
        count: {
          max: maxLength,
          strategy: lengthOf,
          show: ({ count }: { count: number }) =>
            count > 0.9 * maxLength ? `${count} / ${maxLength}` : null,
        },
      };

/** The rule of a `datetime-local` field: some browsers take years of six digits. */
export const momentRule: FormRule = {
  validator: (_rule, value: unknown) =>
    typeof value === 'string' && value !== '' && !isMoment(value)
      ? Promise.reject(new Error(strings.noMoment))
      : Promise.resolve(),
};
