import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FieldChange } from './fold-lines.ts';
import { columnOf, longFieldsOf } from '../entities/response-columns.ts';
import { ticketResponse } from '../ticket-rows/tickets.schemas.ts';
import { changedFields } from './timeline.schemas.ts';

/** Long texts by their hashes. */
export type TextsByHash = Map<string, string>;

/** A value of a field before or after a change: a text, an amount, or what stands for a long text. */
const stateValue = z
  .union([z.string(), z.number(), z.object({ hash: z.string().nullable(), octets: z.int().nullable() })])
  .nullable();
export type StateValue = z.infer<typeof stateValue>;

/** The fields whose texts may be long. */
export const longFields: readonly string[] = longFieldsOf(ticketResponse);

/**
 * The columns of a state of a ticket in the trail that are shown; those that were added later are missing in older
 * states. All columns are read, because PostgreSQL takes longer to pick some of them.
 */
export const ticketState = z.record(z.string(), stateValue);
type TicketState = z.infer<typeof ticketState>;

/**
 * The fields that differ between two states of a ticket, and the bytes of those whose values may be long, which are
 * hashes in the changes. `texts` receives the texts that the states have.
 */
export function changesOf(
  before: TicketState,
  after: TicketState,
  texts: TextsByHash,
): { changes: FieldChange[]; octets: number } {
  const changes: FieldChange[] = [];
  let octets = 0;
  for (const field of changedFields) {
    const column = columnOf(field);
    const [old, present] = [before[column] ?? null, after[column] ?? null];
    if (old === present) continue;
    const read = longFields.includes(field) ? hashed : short;
    const [from, to] = [read(old, texts), read(present, texts)];
    if (from.text === to.text) continue;
    octets += from.octets + to.octets;
    changes.push({ field, from: from.text, to: to.text });
  }
  return { changes, octets };
}

const short = (value: StateValue): { text: string | null; octets: number } => ({
  // An amount has at most twelve digits, so it is exact.
  text: typeof value === 'string' ? value : typeof value === 'number' ? value.toFixed(2) : null,
  octets: 0,
});

/** As PostgreSQL hashes a long text: its MD5, which only distinguishes texts. */
function hashed(value: StateValue, texts: TextsByHash): { text: string | null; octets: number } {
  if (value === null) return { text: null, octets: 0 };
  if (typeof value === 'number') return short(value);
  if (typeof value !== 'string') return { text: value.hash, octets: value.octets ?? 0 };
  const hash = createHash('md5').update(value).digest('hex');
  texts.set(hash, value);
  return { text: hash, octets: Buffer.byteLength(value) };
}
