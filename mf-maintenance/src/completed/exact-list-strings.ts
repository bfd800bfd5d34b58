import { LOCALE } from '@mainstay/web-kit';
import { categoryNames } from '@mainstay/web-kit/category-names';

/** The texts of an exact list. */
export const strings = {
  loading: 'Tickets',
  count: (count: number, isAtLeast: boolean) =>
    `${count.toLocaleString(LOCALE)}${isAtLeast ? '+' : ''} ${count === 1 && !isAtLeast ? 'ticket' : 'tickets'}`,
  filters: 'Filters',
  clear: 'Clear filters',
  none: 'No tickets',
  noneHint: 'No ticket matches all of these filters.',
  loadFailed: 'The tickets could not be loaded. A filter of this address may not be valid.',
  days: {
    created: 'Created',
    responded: 'Responded to',
    completed: 'Completed',
    cost: 'Costs',
  },
  since: (what: string, day: string) => `${what} since ${day}`,
  until: (what: string, day: string) => `${what} until ${day}`,
  open: 'Open',
  repeat: 'Repeats only',
  hasCosts: 'With costs',
  responded: 'Responded to',
  due: { paused: 'Paused', none: 'No due date', met: 'Completed in time', missed: 'Completed late' },
  approval: { approved: 'Costs approved', declined: 'Costs declined', none: 'No approval needed' },
  category: (name: string) => `Category: ${name}`,
  categories: categoryNames,
  noEquipment: 'No equipment',
  noCostVendor: 'Costs without a vendor',
  named: { location: 'Store', equipment: 'Equipment', vendor: 'Vendor', costVendor: 'Costs of vendor' },
  ofName: (what: string, name: string) => `${what}: ${name}`,
  unknownName: 'not found',
} as const;
