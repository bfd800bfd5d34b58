import { jobStates } from '../fields/job-states.ts';
import { moved, type MoveName } from '../vendor-jobs/job-moves.ts';

/** The codes of the 409 of a call that makes this move. */
export const refusalsOf = (name: MoveName) =>
  jobStates.filter((state) => 'refused' in moved(name, state)).map((state) => `job_${state}` as const);
