import { encodeCursor, type Page, type Principal } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { CommentsRepository, type CommentText } from '../comments/comments.repository.ts';
import type { AttachedFile } from '../comments/comments.schemas.ts';
import type { Person } from '../fields/person.ts';
import { fitting, MAX_BYTES } from '../lists/bounded-rows.ts';
import { type StoredEvent, TicketEvents } from '../ticket-events/ticket-events.repository.ts';
import { foldLines, type Line, type LineChange, type TicketEvent } from './fold-lines.ts';
import { changesOf, longFields, type TextsByHash } from './ticket-changes.ts';
import { type Entry, MOST_ENTRIES, TimelineRepository } from './timeline.repository.ts';
import type { TimelineLineResponse, TimelineQuery } from './timeline.schemas.ts';

/** A location that is removed or not visible to the reader. */
const ELSEWHERE = 'another location';
/** Equipment that is removed, or at a location that is not visible to the reader. */
const OTHER_EQUIPMENT = 'other equipment';
/** A vendor that serves no location of the reader. */
const OTHER_VENDOR = 'another vendor';
/** A user who was removed. */
const SOMEBODY = 'a former employee';

type Ticket = Awaited<ReturnType<TimelineRepository['ticket']>>;

/** What the lines of a page show besides their own values. */
interface Contents {
  comments: ReadonlyMap<string, CommentText>;
  files: ReadonlyMap<string, AttachedFile[]>;
  texts: TextsByHash;
  people: ReadonlyMap<string, Person>;
  locations: ReadonlyMap<string, string>;
  equipment: ReadonlyMap<string, string>;
  vendors: ReadonlyMap<string, string>;
}

/** What was said and done about a ticket, from the audit trail and the comments. */
@Injectable()
export class TimelineService {
  constructor(
    private readonly timeline: TimelineRepository,
    private readonly comments: CommentsRepository,
    private readonly events: TicketEvents,
  ) {}

  /**
   * Oldest first. A page has at most about {@link MAX_BYTES}, as those of other lists.
   * @throws Problem 404
   */
  async list(
    principal: Principal,
    ticketId: string,
    { limit, cursor }: TimelineQuery,
  ): Promise<Page<TimelineLineResponse>> {
    const after = cursor?.[0] ?? null;
    const [ticket, first, stored] = await Promise.all([
      this.timeline.ticket(principal, ticketId),
      this.timeline.entries(ticketId, null),
      this.events.shownOf(ticketId, MOST_ENTRIES),
    ]);
    const texts: TextsByHash = new Map();
    const linesOf = (entries: readonly Entry[], isFromStart: boolean) =>
      foldLines(
        merged(eventsOf(ticket, entries, isFromStart, texts), stored, entries.at(MOST_ENTRIES - 1)?.id),
      );
    const all = linesOf(first, true);
    // A long history is read from the cursor, where a line begins.
    const isLong = first.length === MOST_ENTRIES;
    const entries = isLong && after !== null ? await this.timeline.entries(ticketId, after) : first;
    const following = entries === first ? all : linesOf(entries, false);
    const lines =
      after === null
        ? following
        : following.filter(({ event }) => event.kind !== 'created' && event.id > after);
    const measured = withSums(lines);
    const candidates = measured
      .slice(0, limit)
      .filter(({ pageOctets }, at) => at === 0 || pageOctets <= MAX_BYTES);
    const contents = await this.read(principal, candidates, filesOf(entries), texts);
    const { items } = fitting(candidates, limit, (line) => toResponse(line, contents));
    return { items, total: all.length, next: nextOf(measured, items.length, entries) };
  }

  /** Reads what the lines show, by ids. */
  private async read(
    principal: Principal,
    lines: readonly Line[],
    files: Contents['files'],
    texts: TextsByHash,
  ): Promise<Contents> {
    const changes = lines.flatMap((line) => line.changes);
    const valuesOf = (field: LineChange['field']): string[] =>
      unique(changes.filter((change) => change.field === field).flatMap(({ from, to }) => [from, to]));
    const missing = changes.filter(({ field }) => longFields.includes(field));
    const hashes = unique(missing.flatMap(({ from, to }) => [from, to])).filter((hash) => !texts.has(hash));
    const actors = lines.map(({ event }) => event.actorId);
    const notified = lines.flatMap(({ event }) =>
      event.kind === 'escalated' ? (event.stored.notified ?? []) : [],
    );
    const [comments, longTexts, people, locations, equipment, vendors] = await Promise.all([
      this.comments.read(lines.flatMap(({ event }) => (event.kind === 'commented' ? [event.commentId] : []))),
      this.timeline.texts(hashes, unique(missing.flatMap(({ fromEntry, toEntry }) => [fromEntry, toEntry]))),
      this.timeline.people(unique([...actors, ...notified, ...valuesOf('assignedTo')])),
      this.timeline.locationNames(principal, valuesOf('locationId')),
      this.timeline.equipmentNames(principal, valuesOf('equipmentId')),
      this.timeline.vendorNames(principal, valuesOf('vendorId')),
    ]);
    return {
      comments,
      files,
      texts: new Map([...texts, ...longTexts]),
      people,
      locations,
      equipment,
      vendors,
    };
  }
}

const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** The events in the order of their ids. If there may be more entries, stored ones only up to the last entry. */
function merged(
  events: readonly TicketEvent[],
  stored: readonly StoredEvent[],
  lastId: string | undefined,
): TicketEvent[] {
  if (stored.length === 0) return [...events];
  const [created, ...later] = events;
  const others = stored
    .filter(({ id }) => lastId === undefined || id <= lastId)
    .map((event): TicketEvent => {
      const { id, at, actorId, kind, vendor, isByToken } = event;
      const via = isByToken ? 'api' : vendor?.by === undefined ? null : 'vendor';
      return { id, at, actorId, via, octets: 0, kind, stored: event };
    });
  const following = created?.kind === 'created' ? later : events;
  const first = created?.kind === 'created' ? [created] : [];
  return [...first, ...[...following, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1))];
}

/** What happened, from the entries of the audit trail. A ticket inserted without an entry is created as well. */
function eventsOf(
  ticket: Ticket,
  entries: readonly Entry[],
  isFromStart: boolean,
  texts: TextsByHash,
): TicketEvent[] {
  const creation = entries.find(({ entity, action }) => entity === 'ticket' && action === 'create');
  const created: TicketEvent = {
    kind: 'created',
    id: creation?.id ?? ticket.id,
    at: ticket.createdAt,
    actorId: ticket.createdBy ?? creation?.actorId ?? null,
    via: ticket.via,
    octets: 0,
  };
  return [...(isFromStart ? [created] : []), ...entries.flatMap((entry) => eventOf(entry, texts))];
}

/** @param texts receives the texts of the changes that are not hashes */
function eventOf(entry: Entry, texts: TextsByHash): TicketEvent[] {
  const { id, at, actorId, via, action, entity, entityId, before, after, commentId, file } = entry;
  const happened = { id, at, actorId, via, octets: entry.octets ?? 0 };
  if (entity === 'ticket_comment') return [{ ...happened, kind: 'commented', commentId: entityId }];
  if (entity === 'ticket') {
    if (before === null || after === null) return [];
    const { changes, octets } = changesOf(before, after, texts);
    return changes.length === 0 ? [] : [{ ...happened, octets, kind: 'changed', changes }];
  }
  if (file === null) return [];
  const [from, to] = [entry.purposeBefore, entry.purposeAfter];
  const changed = from !== to && { purpose: { from, to } };
  // The files of a comment are shown in the comment. Those of a report have their purpose by themselves.
  if (action === 'update' || (commentId !== null && action === 'create' && via !== 'qr'))
    return changed ? [{ ...happened, kind: 'purpose_changed', file, ...changed }] : [];
  if (commentId !== null) return [];
  return [{ ...happened, kind: action === 'create' ? 'attached' : 'detached', file, ...changed }];
}

/** The files of each comment that are still there, oldest first. */
function filesOf(entries: readonly Entry[]): Map<string, AttachedFile[]> {
  const files = new Map<string, AttachedFile[]>();
  for (const { action, commentId, file } of entries) {
    if (file === null || commentId === null || action === 'update') continue;
    const present = (files.get(commentId) ?? []).filter(({ id }) => id !== file.id);
    files.set(commentId, action === 'delete' ? present : [...present, file]);
  }
  return files;
}

/** Lines with the bytes of the texts up to each of them. */
function withSums(lines: readonly Line[]): (Line & { pageOctets: number })[] {
  let pageOctets = 0;
  return lines.map((line) => {
    pageOctets += line.octets;
    return { ...line, pageOctets };
  });
}

/** The cursor after the lines of a page. In a long history, entries that make no line are read past too. */
function nextOf(lines: readonly Line[], count: number, entries: readonly Entry[]): string | null {
  const last = count < lines.length ? lines[count - 1]?.lastId : undefined;
  const end = entries.length === MOST_ENTRIES ? entries.at(-1)?.id : undefined;
  const cursor = last ?? end;
  return cursor === undefined ? null : encodeCursor([cursor]);
}

function toResponse({ event, changes }: Line, contents: Contents): TimelineLineResponse {
  const line = {
    id: event.id,
    at: event.at,
    actor: (event.actorId === null ? undefined : contents.people.get(event.actorId)) ?? null,
    via: event.via,
    kind: event.kind,
    changes: changes.map((change) => ({
      field: change.field,
      from: shown(change, 'from', contents),
      to: shown(change, 'to', contents),
    })),
  };
  if ('stored' in event) return { ...line, ...storedOf(event.stored, contents) };
  if ('file' in event)
    return { ...line, attachment: event.file, ...(event.purpose && { purpose: event.purpose }) };
  if (event.kind !== 'commented') return line;
  const comment = contents.comments.get(event.commentId);
  if (!comment) return line;
  const attachments = comment.removedAt === null ? (contents.files.get(comment.id) ?? []) : [];
  return { ...line, via: comment.via, comment: { ...comment, attachments } };
}

function storedOf(
  {
    kind,
    reason,
    note,
    until,
    countedDueAt,
    notified,
    costKind,
    amount,
    missing,
    checklist,
    vendor,
  }: StoredEvent,
  { people }: Contents,
): Pick<
  TimelineLineResponse,
  'pause' | 'dueAt' | 'toldTo' | 'cost' | 'decision' | 'waiver' | 'checklist' | 'vendor'
> {
  if (kind === 'paused' && reason !== null) return { pause: { reason, note, until } };
  if (checklist !== null) return { checklist };
  if (vendor !== null) return { vendor };
  if (missing !== null && note !== null) return { waiver: { missing, reason: note } };
  if (costKind !== null && amount !== null) return { cost: { kind: costKind, amount } };
  if (amount !== null) return { decision: { amount, note } };
  if (countedDueAt === null) return {};
  if (kind === 'overdue') return { dueAt: countedDueAt };
  return { dueAt: countedDueAt, toldTo: (notified ?? []).flatMap((id) => people.get(id) ?? []) };
}

/** The value of a field as it is shown: the name for an id (as of a person or a location), the text for a hash. */
function shown(
  change: LineChange,
  side: 'from' | 'to',
  { texts, people, locations, equipment, vendors }: Contents,
): string | null {
  const value = change[side];
  if (value === null) return null;
  if (change.field === 'locationId') return locations.get(value) ?? ELSEWHERE;
  if (change.field === 'equipmentId') return equipment.get(value) ?? OTHER_EQUIPMENT;
  if (change.field === 'vendorId') return vendors.get(value) ?? OTHER_VENDOR;
  if (change.field === 'assignedTo') {
    const person = people.get(value);
    return person ? `${person.firstName} ${person.lastName}` : SOMEBODY;
  }
  if (longFields.includes(change.field)) return texts.get(value) ?? null;
  if (change.field === 'dueAt') return new Date(value).toISOString();
  return value;
}
