import { type ChecklistStep } from '../checklists/checklists.queries.ts';
import { type KeptAnswers } from './kept-answers.ts';
import { type AnswerRequest, type Run, type StepAnswer } from './runs.queries.ts';

/** What is shown of a step. */
export interface ShownAnswer extends Pick<StepAnswer, 'value' | 'result' | 'note' | 'photos'> {
  /** The service does not have it yet. */
  isWaiting: boolean;
}

/** The service's rule for what an answer says. */
function resultOf({ min, max }: ChecklistStep, value: AnswerRequest['value']): StepAnswer['result'] {
  if (value === true) return 'pass';
  if (typeof value === 'string') return value;
  return value < (min ?? -Infinity) || value > (max ?? Infinity) ? 'fail' : 'pass';
}

/** The answer to a step: the one that is kept here, or else the last that the service has. */
export function shownAnswer(
  step: ChecklistStep,
  { answers }: Pick<Run, 'answers'>,
  kept: KeptAnswers,
): ShownAnswer {
  const known = answers.find(({ stepId }) => stepId === step.id);
  const photos = known?.photos ?? [];
  const waiting = kept[step.id];
  if (!waiting)
    return {
      value: known?.value ?? null,
      result: known?.result ?? null,
      note: known?.note ?? null,
      photos,
      isWaiting: false,
    };
  const { value, note = null } = waiting;
  return { value, result: resultOf(step, value), note, photos, isWaiting: true };
}
