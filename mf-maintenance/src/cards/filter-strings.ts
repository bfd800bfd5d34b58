import { type Chip } from './board-filter.ts';

const chipNames: Readonly<Record<Chip, string>> = {
  me: 'Mine',
  none: 'Unassigned',
  high: 'High',
  overdue: 'Overdue',
  at_risk: 'At risk',
  needed: 'Needs approval',
  waiting: 'Vendor waiting',
};

/** Why there is nothing, beside what clears the filters. */
const nothing: Readonly<Record<Chip, string>> = {
  me: 'Nothing here is assigned to you.',
  none: 'Everything here is assigned.',
  high: 'Nothing here has a high priority.',
  overdue: 'Nothing here is overdue.',
  at_risk: 'Nothing here is at risk.',
  needed: 'Nothing here needs an approval.',
  waiting: 'No vendor here waits for an answer.',
};

/** The texts of what filters the board and the completed tickets. */
export const filterStrings = {
  name: chipNames,
  /** Why there is nothing; undefined if no chip is pressed. */
  nothing: ([chip, ...others]: readonly Chip[]) =>
    chip === undefined || others.length === 0
      ? chip && nothing[chip]
      : 'Nothing here matches all pressed filters.',
  group: {
    assignedTo: 'Assignee',
    priority: 'Priority',
    due: 'Due',
    approval: 'Approval',
    vendorJob: 'Vendor',
  },
  clearSearch: 'Clear search',
  clearFilters: 'Clear filters',
};
