import { keepItem, readItem } from '@mainstay/web-kit';
import { type AnswerRequest } from './runs.queries.ts';

/** Answers that the service does not have yet, by their steps, oldest first. */
export type KeptAnswers = Readonly<Record<string, AnswerRequest>>;

/** Each user has their own, also on a device that several use. */
const nameOf = (userId: string, runId: string) => `mainstay.answers.${userId}.${runId}`;

const isAnswer = (value: unknown): value is AnswerRequest =>
  typeof value === 'object' && value !== null && 'value' in value;

/** Those that are kept on this device: a phone may have slept, or the page was closed. */
export function readAnswers(userId: string, runId: string): KeptAnswers {
  try {
    const found: unknown = JSON.parse(readItem('localStorage', nameOf(userId, runId)) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([id, answer]: [string, unknown]) =>
        isAnswer(answer) ? [[id, answer]] : [],
      ),
    );
  } catch {
    // Damaged.
    return {};
  }
}

export function keepAnswers(userId: string, runId: string, answers: KeptAnswers): void {
  const isEmpty = Object.keys(answers).length === 0;
  keepItem('localStorage', nameOf(userId, runId), isEmpty ? null : JSON.stringify(answers));
}
