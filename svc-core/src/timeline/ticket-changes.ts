import { createHash } from 'node:crypto';
import type { FieldChange } from './fold-lines.ts';
import type { LongText, TicketState } from './timeline.repository.ts';
import { changedFields } from './timeline.schemas.ts';

/** Descriptions and notes by their hashes. */
export type TextsByHash = Map<string, string>;

/** The column of each field whose values are short. */
const columns = {
  title: 'title',
  locationId: 'location_id',
  assignedTo: 'assigned_to',
  status: 'status',
  priority: 'priority',
  ticketType: 'ticket_type',
} as const;

/**
 * The fields that differ between two states of a ticket, in the order of a line, and the bytes of those whose values may be
 * long: descriptions and notes, whose values are hashes. `texts` receives the texts that the states have.
 */
export function changesOf(
  before: TicketState,
  after: TicketState,
  texts: TextsByHash,
): { changes: FieldChange[]; octets: number } {
  const changes: FieldChange[] = [];
  let octets = 0;
  for (const field of changedFields) {
    if (field === 'description' || field === 'notes') {
      // Most changes leave them as they are.
      if (before[field] === after[field]) continue;
      const [old, present] = [hashed(before[field], texts), hashed(after[field], texts)];
      if (old.hash === present.hash) continue;
      octets += old.octets + present.octets;
      changes.push({ field, from: old.hash, to: present.hash });
    } else {
      const [from = null, to = null] = [before[columns[field]], after[columns[field]]];
      if (from !== to) changes.push({ field, from, to });
    }
  }
  return { changes, octets };
}

/** As PostgreSQL hashes a long text: its MD5, which only tells texts apart. */
function hashed(value: LongText | undefined, texts: TextsByHash): { hash: string | null; octets: number } {
  if (value === null || value === undefined) return { hash: null, octets: 0 };
  if (typeof value !== 'string') return { hash: value.hash, octets: value.octets ?? 0 };
  const hash = createHash('md5').update(value).digest('hex');
  texts.set(hash, value);
  return { hash, octets: Buffer.byteLength(value) };
}
