import { badRequest, type Principal, responseId } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { Location } from '../locations/location.entity.ts';
import { TicketsRepository } from '../ticket-rows/tickets.repository.ts';
import { locationListedTo } from '../visibility/visible-to.ts';
import type { SimilarTicketResponse, SimilarTicketsQuery } from './similar-tickets.schemas.ts';

const MOST = 5;
/** The newest tickets of a location that are compared, which bounds the cost. */
const COMPARED = 2000;
/** From 0 to 1: titles with one of two words in common are above it. */
const LIKE_ENOUGH = 0.4;
const SAME_TYPE = 0.1;

const similarRow = z.object({ id: responseId, repeat: z.boolean() });
type SimilarRow = z.infer<typeof similarRow>;

/**
 * The stems of a title's words, folded as a search does, without those that mean little, such as "does" and "can't":
 * those are known by their parts at an apostrophe, which folding removes.
 */
const wordsOf = (title: Sql): Sql => {
  const folded = sql`core.folded(translate(${title}, '''’', '  '))`;
  return sql`array_to_string(tsvector_to_array(to_tsvector('english', ${folded})), ' ')`;
};

/**
 * Tickets that somebody who is about to report a problem should see first. Compares the words of titles by their
 * trigrams, in SQL: TypeORM has no such functions.
 */
@Injectable()
export class SimilarTicketsRepository {
  constructor(
    private readonly database: Database,
    private readonly tickets: TicketsRepository,
  ) {}

  /** @throws Problem 400 when the location is unknown or not visible */
  async list(principal: Principal, query: SimilarTicketsQuery): Promise<SimilarTicketResponse[]> {
    const { locationId } = query;
    const isVisible = sql`
      l.id = ${locationId} AND l.removed_at IS NULL AND ${locationListedTo(principal, sql`l.id`)}`;
    const location = this.database.entities
      .createQueryBuilder(Location, 'l')
      .where(...isVisible.toCondition());
    if (!(await location.getExists())) throw badRequest({ locationId: ['There is no such location.'] });
    const found = await this.find(query);
    const tickets = await this.tickets.read(
      principal,
      found.map(({ id }) => id),
    );
    return found.flatMap(({ id, repeat }) => {
      const ticket = tickets.get(id);
      return ticket ? [{ ...ticket, repeat }] : [];
    });
  }

  /** Those of the same equipment first, then the most similar; of equally similar ones the open, then the newest. */
  private find({ locationId, equipmentId, ticketType, title }: SimilarTicketsQuery): Promise<SimilarRow[]> {
    const likeness =
      title === undefined
        ? sql`1.0::real`
        : sql`greatest(word_similarity(asked, there), word_similarity(there, asked))`;
    const typed: Sql =
      ticketType === undefined
        ? sql`0`
        : sql`CASE WHEN c.ticket_type = ${ticketType} THEN ${SAME_TYPE}::real ELSE 0 END`;
    const same: Sql =
      equipmentId === undefined ? sql`FALSE` : sql`c.equipment_id IS NOT DISTINCT FROM ${equipmentId}`;
    return this.database.rows(
      similarRow,
      sql`SELECT c.id, c.status = 'solved' AS repeat
          FROM (
            SELECT * FROM core.tickets WHERE location_id = ${locationId}
            ORDER BY created_at DESC, id DESC LIMIT ${COMPARED}
          ) AS c
            CROSS JOIN (SELECT ${wordsOf(sql`${title ?? ''}::text`)} AS asked) AS question
            CROSS JOIN LATERAL (SELECT ${wordsOf(sql`c.title`)} AS there) AS titled
            CROSS JOIN LATERAL (SELECT ${likeness} AS likeness) AS compared
            CROSS JOIN LATERAL (SELECT ${same} AS same) AS placed
          WHERE (c.status <> 'solved' OR c.completed_at > now() - interval '30 days')
            AND (same OR likeness >= ${LIKE_ENOUGH}::real)
          ORDER BY same DESC, likeness + ${typed} DESC, c.status = 'solved', c.created_at DESC, c.id DESC LIMIT ${MOST}`,
    );
  }
}
