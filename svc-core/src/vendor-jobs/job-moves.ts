import type { JobState } from '../fields/job-states.ts';

/** The vendor has something to do, or somebody has to look at what was done. A ticket has one such job at most. */
export const UNDER_WAY = ['sent', 'accepted', 'done'] as const satisfies readonly JobState[];

interface Move {
  /** The states in which it is possible. */
  from: readonly JobState[];
  /** The state after it; without one it stays. */
  to?: JobState;
  /** Why it is not possible, by the state; where it does not say it, {@link SENTENCES} does. */
  words?: Partial<Record<JobState, string>>;
}

/**
 * All that may happen to a job. The calls of staff: resend, withdraw, confirm, return, decide. Those of the vendor:
 * accept, decline, visit, quote, comment, photo, done. What happens to its ticket: it is solved, or leaves the vendor.
 */
export const moves = {
  resend: { from: UNDER_WAY },
  withdraw: { from: [...UNDER_WAY, 'declined'], to: 'withdrawn' },
  confirm: {
    from: ['done'],
    to: 'confirmed',
    words: { sent: 'The work is not done yet.', accepted: 'The work is not done yet.' },
  },
  return: {
    from: ['done'],
    to: 'accepted',
    words: { sent: 'The work is not done yet.', accepted: 'The work is not done yet.' },
  },
  accept: {
    from: ['sent', 'declined'],
    to: 'accepted',
    words: { accepted: 'You have accepted this work order already.' },
  },
  decline: {
    from: ['sent'],
    to: 'declined',
    words: { declined: 'You have declined this work order already.' },
  },
  visit: { from: ['sent', 'accepted'] },
  quote: { from: ['sent', 'accepted'] },
  comment: { from: UNDER_WAY },
  done: {
    from: ['accepted'],
    to: 'done',
    words: { sent: 'Accept this work order first.', declined: 'Accept this work order first.' },
  },
  solve: { from: ['accepted', 'done'], to: 'confirmed' },
  solveUnanswered: { from: ['sent'], to: 'withdrawn' },
  leave: { from: [...UNDER_WAY, 'declined'], to: 'withdrawn' },
} as const satisfies Record<string, Move>;
export type MoveName = keyof typeof moves;

const SENTENCES: Record<JobState, string> = {
  sent: 'The vendor has not answered yet.',
  accepted: 'The work is under way.',
  declined: 'This work order was declined.',
  done: 'The work is marked as done already.',
  confirmed: 'The work is confirmed already.',
  withdrawn: 'This work order was withdrawn.',
};

/** Where a move leads from a state: to a state, which may be the same, or nowhere, with a sentence that says why. */
export function moved(name: MoveName, state: JobState): { to: JobState } | { refused: string } {
  const { from, to = state, words = {} }: Move = moves[name];
  return from.includes(state) ? { to } : { refused: words[state] ?? SENTENCES[state] };
}

/** Whether a job in this state is over; one that was declined may still be accepted. */
export const isEnded = (state: JobState): boolean => !UNDER_WAY.some((open) => open === state);
