import { expect, it } from '@jest/globals';
import { isEnded, moved, type MoveName, moves } from './job-moves.ts';
import { jobStates } from '../fields/job-states.ts';

/** Where each move leads from each state; `-`: nowhere. In the order of the states. */
const TABLE: Record<MoveName, string> = {
  //                sent       accepted   declined   done       confirmed withdrawn
  resend: 'sent accepted - done - -',
  withdraw: 'withdrawn withdrawn withdrawn withdrawn - -',
  confirm: '- - - confirmed - -',
  return: '- - - accepted - -',
  accept: 'accepted - accepted - - -',
  decline: 'declined - - - - -',
  visit: 'sent accepted - - - -',
  quote: 'sent accepted - - - -',
  comment: 'sent accepted - done - -',
  done: '- done - - - -',
  solve: '- confirmed - confirmed - -',
  solveUnanswered: 'withdrawn - - - - -',
  leave: 'withdrawn withdrawn withdrawn withdrawn - -',
};

it.each(Object.keys(moves) as MoveName[])('%s leads where the specification says', (name) => {
  const found = jobStates.map((state) => {
    const result = moved(name, state);
    if ('refused' in result) expect(result.refused).toMatch(/\.$/);
    return 'to' in result ? result.to : '-';
  });
  expect(found.join(' ')).toBe(TABLE[name]);
});

it('a job that is declined, confirmed or withdrawn is over', () => {
  expect(jobStates.filter(isEnded)).toEqual(['declined', 'confirmed', 'withdrawn']);
});
