import {
  brokenConstraint,
  conflict,
  type Problem,
  requiredText,
  responseId,
  unique,
} from '@mainstay/service-kit';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';

/** As it is compared: whatever the case, the white space and the kind of hyphen. */
export const externalIdText = requiredText(120, unique);

/** The reference of another system to a ticket, a piece of equipment or a location. */
export const externalId = externalIdText.nullable().meta({
  description: 'Your own reference. Unique, whatever the case, the white space and the kind of hyphen.',
});
export const responseExternalId = z.string().nullable().meta({ description: 'Your own reference.' });

const idRow = z.object({ id: responseId });

/** For one of several at once, too: the database alone decides which was first. */
const isTaken = (error: unknown): boolean =>
  brokenConstraint(error)?.constraint.endsWith('_external_id') === true;

function taken(existingId?: string): Problem {
  const sentence = 'This external id is taken.';
  return conflict('external_id_taken', sentence, { externalId: [sentence] }, existingId);
}

/** @throws Problem 409 for a reference that is taken, otherwise the error itself */
export function explainTakenExternalId(error: unknown): never {
  throw isTaken(error) ? taken() : error;
}

/**
 * Like {@link explainTakenExternalId}, with the id of the one that has it, if it is visible.
 * @param asked for, in the request that failed
 * @param visible FROM with the alias `o`, and WHERE
 */
export const explainTakenBy =
  (database: Database, asked: string | null | undefined, visible: Sql) =>
  async (error: unknown): Promise<never> => {
    if (!isTaken(error)) throw error;
    const [existing] = await database.rows(
      idRow,
      sql`SELECT o.id FROM ${visible} AND core.key_of(o.external_id) = core.key_of(${asked})`,
    );
    throw taken(existing?.id);
  };
