import type { ChecklistStep } from '../checklists/checklists.schemas.ts';
import type { Result } from '../fields/check-results.ts';
import type { Answer, AnswerValue } from './checklist-runs.schemas.ts';

/** What a value says about a step; undefined for a value of another kind. A number outside the limits fails. */
export function resultOf(
  { kind, min, max }: Pick<ChecklistStep, 'kind' | 'min' | 'max'>,
  value: AnswerValue,
): Result | undefined {
  if (value === 'na') return 'na';
  if (kind === 'check') return value === true ? 'pass' : undefined;
  if (kind === 'pass_fail') return value === 'pass' || value === 'fail' ? value : undefined;
  if (typeof value !== 'number') return undefined;
  return value < (min ?? -Infinity) || value > (max ?? Infinity) ? 'fail' : 'pass';
}

/** The texts of steps that lack an answer or a photo, in their order. What is not applicable needs no photo. */
export function lacking(
  steps: readonly ChecklistStep[],
  answers: readonly Pick<Answer, 'stepId' | 'result' | 'photos'>[],
): string[] {
  const byStep = new Map(answers.map((answer) => [answer.stepId, answer]));
  return steps
    .filter(({ id, required, photo }) => {
      const { result = null, photos = [] } = byStep.get(id) ?? {};
      if (result === null) return required;
      const isShown = photo === 'always' ? result !== 'na' : photo === 'on_fail' && result === 'fail';
      return isShown && photos.length === 0;
    })
    .map(({ text }) => text);
}
