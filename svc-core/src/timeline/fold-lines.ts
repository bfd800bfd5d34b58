import type { AttachedFile } from '../comments/comments.schemas.ts';
import type { Purpose } from '../fields/proofs.ts';
import type { ShownKind, StoredEvent } from '../ticket-events/ticket-events.repository.ts';
import type { ChangedField, Way } from './timeline.schemas.ts';

/** Changes of one person within this time after the first of them make one line. */
const WINDOW_MS = 60_000;

/** A change of a field. A long text may be represented by its hash. */
export interface FieldChange {
  field: ChangedField;
  from: string | null;
  to: string | null;
}

interface Happened {
  /** The id of the entry in the audit trail. */
  id: string;
  /** ISO 8601. */
  at: string;
  /** Null for the system. */
  actorId: string | null;
  /** How it came; null for the system, and in old entries. */
  via: Way | null;
  /** Size of its texts in bytes. */
  octets: number;
}

/** Something that happened to a ticket. */
export type TicketEvent = Happened &
  (
    | { kind: 'created' }
    | { kind: 'changed'; changes: readonly FieldChange[] }
    | { kind: 'commented'; commentId: string }
    | {
        kind: 'attached' | 'detached' | 'purpose_changed';
        file: AttachedFile;
        /** Present where it differs. */
        purpose?: Record<'from' | 'to', Purpose | null>;
      }
    | { kind: ShownKind; stored: StoredEvent }
  );

/** A change of a field from the first to the last value in a line, with the entries that have those values. */
export interface LineChange extends FieldChange {
  fromEntry: string;
  toEntry: string;
}

/** A line of the timeline: its first event, and the id of its last. `changes` is empty unless it is one of changes. */
export interface Line {
  event: TicketEvent;
  lastId: string;
  octets: number;
  changes: LineChange[];
}

/**
 * Lines from what happened, in its order. Changes of one person, that came in one way, within a minute after the first
 * of them make one line, which any other line ends. A line shows each field from its first to its last value; a field
 * that ended where it began is left out, and so is a line without fields. Changes by the system are not folded, nor is
 * what changed many tickets: its undo is a line of its own.
 */
export function foldLines(events: readonly TicketEvent[]): Line[] {
  const lines: Line[] = [];
  for (const event of events) {
    const last = lines.at(-1);
    if (last && isContinuedBy(last.event, event)) {
      last.lastId = event.id;
      last.octets += event.octets;
      merge(last.changes, event);
    } else {
      const line: Line = { event, lastId: event.id, octets: event.octets, changes: [] };
      merge(line.changes, event);
      lines.push(line);
    }
  }
  return lines
    .map((line) => ({ ...line, changes: line.changes.filter(({ from, to }) => from !== to) }))
    .filter(({ event, changes }) => event.kind !== 'changed' || changes.length > 0);
}

const isContinuedBy = (first: TicketEvent, next: TicketEvent): boolean =>
  first.kind === 'changed' &&
  next.kind === 'changed' &&
  first.actorId !== null &&
  first.actorId === next.actorId &&
  first.via !== 'bulk' &&
  first.via === next.via &&
  Date.parse(next.at) - Date.parse(first.at) <= WINDOW_MS;

function merge(changes: LineChange[], event: TicketEvent): void {
  if (event.kind !== 'changed') return;
  for (const change of event.changes) {
    const before = changes.find(({ field }) => field === change.field);
    if (before) {
      before.to = change.to;
      before.toEntry = event.id;
    } else {
      changes.push({ ...change, fromEntry: event.id, toEntry: event.id });
    }
  }
}
