import { localTime, type Sheet } from '@mainstay/service-kit';
import type { RecurringTaskResponse } from './recurring-tasks.schemas.ts';

/** As on the board. */
const frequencies = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly' };

export const recurringTasksSheet: Sheet<RecurringTaskResponse> = {
  name: 'recurring-tasks',
  columns: {
    Title: ({ title }) => title,
    Description: ({ description }) => description,
    Location: ({ location }) => location.name,
    Frequency: ({ frequency }) => frequencies[frequency],
    Status: ({ active }) => (active ? 'Active' : 'Paused'),
    'Next Occurrence': ({ nextOccurrence, location }) => localTime(nextOccurrence, location.timezone),
    Created: ({ createdAt, location }) => localTime(createdAt, location.timezone),
    'Time Zone': ({ location }) => location.timezone,
  },
};
