import { checklistStrings } from '../checklists/checklist-strings.ts';
import { type StepAnswer } from './runs.queries.ts';

/** How far a run is, in words. */
export function progressOf({
  steps,
  answers,
}: {
  steps: readonly unknown[];
  answers: readonly Pick<StepAnswer, 'result'>[];
}): string {
  const answered = answers.filter(({ result }) => result !== null);
  const failed = answered.filter(({ result }) => result === 'fail');
  return checklistStrings.progress(answered.length, steps.length, failed.length);
}
