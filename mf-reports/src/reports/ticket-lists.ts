import { ticketListLink } from '@mainstay/remote-contract';
import { monthWithin } from '../api/period.ts';
import { type GroupBy, type Period } from '../api/report-types.ts';

/** Parameters of a list of tickets. */
type Filter = Readonly<Record<string, string>>;

/** Which tickets a figure counts, of those of its row. */
export type Counted = (period: Period) => Filter;

export const open: Counted = () => ({ open: 'true' });
/** All of these are open; without saying so, the address of some would show the board. */
export const due =
  (state: 'overdue' | 'at_risk' | 'paused'): Counted =>
  () => ({ open: 'true', due: state });
export const created: Counted = ({ from, to }) => ({ createdFrom: from, createdTo: to });
export const repeated: Counted = (period) => ({ ...created(period), repeat: 'true' });
export const withCosts: Counted = ({ from, to }) => ({ costFrom: from, costTo: to });
export const responded: Counted = ({ from, to }) => ({ respondedFrom: from, respondedTo: to });
export const completed: Counted = ({ from, to }) => ({ completedFrom: from, completedTo: to });
export const met: Counted = (period) => ({ due: 'met', ...completed(period) });

/** A row of a report: a group, a piece of equipment, or all of what was asked for. */
export interface RowKey {
  locationId?: string | undefined;
  equipmentId?: string;
  group?: { by: GroupBy; key: string | null };
}

function filterOf({ by, key }: NonNullable<RowKey['group']>): Filter {
  if (by === 'location') return key === null ? {} : { locationId: key };
  if (by === 'category') return { category: key ?? 'none' };
  return by === 'vendor' ? { costVendorId: key ?? 'none' } : {};
}

/**
 * The address of the list of tickets that a figure counts.
 * @param period of the report; what is late now has none
 */
export function ticketList(counted: Counted, row: RowKey, period: Period): string {
  const { locationId, equipmentId, group } = row;
  const days = group?.by === 'month' && group.key !== null ? monthWithin(period, group.key) : period;
  const filter = {
    ...counted(days),
    ...(locationId !== undefined && { locationId }),
    ...(equipmentId !== undefined && { equipmentId }),
    ...(group && filterOf(group)),
  };
  return ticketListLink(filter);
}
