import { isApiError, pageOf } from '@mainstay/web-kit';
import { core, type CoreSchemas } from '../api/core.ts';
import { type StatusChange } from './change-status.ts';
import { type TicketStatus } from './tickets.queries.ts';

type TimelineLine = CoreSchemas['TimelineLineResponse'];

/** The largest page: a ticket rarely has more lines. */
const LIMIT = 1000;

async function readTimeline(id: string): Promise<TimelineLine[]> {
  const lines: TimelineLine[] = [];
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const query = cursor === undefined ? { limit: LIMIT } : { limit: LIMIT, cursor };
    const page = await pageOf(core.GET('/api/tickets/{id}/timeline', { params: { path: { id }, query } }));
    lines.push(...page.items);
    cursor = page.next;
  }
  return lines;
}

/**
 * Who gave a ticket its status, and when. Undefined if the timeline cannot be read or does not tell: whoever asks can do
 * without.
 * @throws Error other than of the API
 */
export async function lastStatusChange(id: string, status: TicketStatus): Promise<StatusChange | undefined> {
  let lines: TimelineLine[];
  try {
    lines = await readTimeline(id);
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
  const statusOf = ({ changes }: TimelineLine) => changes.find(({ field }) => field === 'status')?.to;
  const line = lines.findLast((each) => statusOf(each) !== undefined);
  return line && statusOf(line) === status ? { name: line.actor?.firstName, at: line.at } : undefined;
}
