import { foldLines, type TicketEvent } from '../timeline/fold-lines.ts';
import { ticketStatuses } from '../ticket-rows/ticket-status.ts';
import { type ReportUpdate, SHOWN_UPDATES, stateOf } from './intake.schemas.ts';
import type { PublicText, StatusChange, TrackedReport } from './tracking.repository.ts';

/** Stands for a user in a comment; the public sees no names. */
const MENTION = /<@[0-9a-f-]{36}>/gi;

/**
 * What happened since a report, oldest first: its own text, changes of the state folded like those of the timeline,
 * what the team wrote to the reporter, and the reporter's replies.
 */
export function updatesOf(
  report: Pick<TrackedReport, 'description' | 'commentId'> & { reportedAt: string },
  changes: readonly StatusChange[],
  texts: readonly PublicText[],
): ReportUpdate[] {
  const own: ReportUpdate[] =
    report.commentId === null ? [{ at: report.reportedAt, body: report.description }] : [];
  const updates = [...own, ...statesOf(changes), ...texts.flatMap(toUpdate)];
  return updates.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-SHOWN_UPDATES);
}

function statesOf(changes: readonly StatusChange[]): ReportUpdate[] {
  const events = changes.map(({ id, at, actorId, from, to }): TicketEvent => ({
    id,
    at,
    actorId,
    via: null,
    octets: 0,
    kind: 'changed',
    changes: [{ field: 'status', from, to }],
  }));
  return foldLines(events).flatMap(({ event, changes: [change] }) => {
    const status = ticketStatuses.find((each) => each === change?.to);
    return status === undefined ? [] : [{ at: event.at, state: stateOf[status] }];
  });
}

/** A comment that only mentions somebody says nothing to the reporter. */
function toUpdate({ at, body, isOwn }: PublicText): ReportUpdate[] {
  const shown = isOwn ? body : body.replaceAll(MENTION, '').replaceAll(/ {2,}/g, ' ').trim();
  return shown === '' ? [] : [{ at, body: shown }];
}
