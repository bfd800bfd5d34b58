import { type ChecklistStep } from '../checklists/checklists.queries.ts';

/** A step as the form has it: numbers are texts, as they are typed. */
export interface StepValues extends Omit<ChecklistStep, 'id' | 'unit' | 'min' | 'max'> {
  /** Of a step that is stored. */
  id?: string;
  /** For React, while it has no id. */
  key: string;
  unit: string;
  min: string;
  max: string;
}

export const MOST_STEPS = 50;

export const newStep = (): StepValues => ({
  key: crypto.randomUUID(),
  text: '',
  kind: 'pass_fail',
  unit: '',
  min: '',
  max: '',
  required: true,
  photo: 'never',
  onFail: 'none',
  priority: 'medium',
});

const asText = (value: number | null) => (value === null ? '' : String(value));

export const stepValues = ({ id, unit, min, max, ...step }: ChecklistStep): StepValues => ({
  ...step,
  id,
  key: id,
  unit: unit ?? '',
  min: asText(min),
  max: asText(max),
});

/** Null for none, NaN for what is no number. */
function numberOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return /^-?\d{1,9}(\.\d{1,4})?$/.test(typed) ? Number(typed) : NaN;
}

/** What is wrong with the limits of a step: they are no numbers, or the second is below the first. */
export function faultOfLimits({ kind, ...limits }: StepValues): 'numbers' | 'order' | undefined {
  if (kind !== 'number') return undefined;
  const [min, max] = [numberOf(limits.min), numberOf(limits.max)];
  if ([min, max].some(Number.isNaN)) return 'numbers';
  return min !== null && max !== null && max < min ? 'order' : undefined;
}

/** A step as it is sent. Only a number has a unit and limits. */
export function stepRequest({ key: _key, unit, min, max, ...step }: StepValues) {
  const isNumber = step.kind === 'number';
  return {
    ...step,
    text: step.text.trim(),
    unit: isNumber ? unit.trim() || null : null,
    min: isNumber ? numberOf(min) : null,
    max: isNumber ? numberOf(max) : null,
  };
}
