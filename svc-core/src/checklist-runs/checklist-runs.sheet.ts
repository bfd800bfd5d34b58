import { localTime, type Sheet } from '@mainstay/service-kit';
import type { RunResponse } from './checklist-runs.schemas.ts';

const states = { open: 'To do', done: 'Done' };

const failed = ({ answers }: RunResponse): number => answers.filter(({ result }) => result === 'fail').length;

export const runsSheet: Sheet<RunResponse> = {
  name: 'checklist-runs',
  columns: {
    Checklist: ({ name }) => name,
    Location: ({ location }) => location.name,
    Status: ({ state }) => states[state],
    Steps: ({ steps }) => steps.length,
    Answered: ({ answers }) => answers.filter(({ result }) => result !== null).length,
    Failed: failed,
    'Follow-ups': ({ followUps }) => followUps.length,
    Started: ({ createdAt, location }) => localTime(createdAt, location.timezone),
    Completed: ({ completedAt, location }) => localTime(completedAt, location.timezone),
    'Time Zone': ({ location }) => location.timezone,
  },
};
