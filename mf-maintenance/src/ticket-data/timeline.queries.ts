import { isApiError } from '@mainstay/web-kit';
import { readTimeline, type TimelineLine } from '../api/timeline.ts';
import { type StatusChange } from './change-status.ts';
import { type TicketStatus } from './tickets.queries.ts';

/**
 * Who gave a ticket its status, and when. Undefined if the timeline cannot be read or does not show it: callers
 * can do without.
 * @throws Error other than of the API
 */
export async function lastStatusChange(id: string, status: TicketStatus): Promise<StatusChange | undefined> {
  const lines = await readTimeline(id).catch((error: unknown) => {
    if (isApiError(error)) return [];
    throw error;
  });
  const statusOf = ({ changes }: TimelineLine) => changes.find(({ field }) => field === 'status')?.to;
  const line = lines.findLast((each) => statusOf(each) !== undefined);
  return line && statusOf(line) === status ? { name: line.actor?.firstName, at: line.at } : undefined;
}
