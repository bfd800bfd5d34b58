import { notFound, type Page, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.ts';
import { equalities, type Sql, sql } from '../database/sql.ts';
import { lockEntity, readEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import type { Result } from '../fields/check-results.ts';
import { countOf, newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { TasksRepository } from '../tasks/tasks.repository.ts';
import { requireTicket } from '../ticket-rows/visible-ticket.ts';
import { locationListedTo, locationVisibleTo } from '../visibility/visible-to.ts';
import { ChecklistRun } from './checklist-run.entity.ts';
import {
  type AnswerRequest,
  type ListRunsQuery,
  type RunDetail,
  runDetail,
  type RunResponse,
  runResponse,
} from './checklist-runs.schemas.ts';

const listedRow = runResponse.extend(pageColumns);
const answersRow = runResponse.pick({ answers: true });

/** About as many rows a run has with its answers. */
const ROWS_OF_RUN = 20;

/** All answers `a` of run `r`. */
const answered = sql`
  SELECT a.id, a.step_id, a.value, a.result, a.note,
    to_char(a.answered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, CASE WHEN u.id IS NOT NULL THEN
      json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name) END AS by
  FROM core.checklist_answers a LEFT JOIN auth.users u ON u.id = a.answered_by WHERE a.run_id = r.id`;
const answers = sql`
  (SELECT coalesce(json_agg(json_build_object('stepId', s.step ->> 'id', 'value', a.value, 'result', a.result,
     'note', a.note, 'by', a.by, 'at', a.at, 'photos', coalesce(p.photos, '[]')) ORDER BY s.place), '[]')
   FROM jsonb_array_elements(r.steps) WITH ORDINALITY AS s (step, place)
   LEFT JOIN LATERAL (${answered} AND a.step_id = (s.step ->> 'id')::uuid ORDER BY a.id DESC LIMIT 1) a ON TRUE
   LEFT JOIN LATERAL (
     SELECT json_agg(json_build_object('id', h.id, 'url', '/api/checklist-runs/' || r.id || '/photos/' || h.id)
       ORDER BY h.id) AS photos
     FROM core.checklist_photos h WHERE h.run_id = r.id AND h.step_id = (s.step ->> 'id')::uuid) p ON TRUE
   WHERE a.id IS NOT NULL OR p.photos IS NOT NULL)`;
const history = sql`
  (SELECT coalesce(json_agg(json_build_object('id', h.id, 'stepId', h.step_id, 'value', h.value, 'result', h.result,
     'note', h.note, 'by', h.by, 'at', h.at) ORDER BY h.id), '[]')
   FROM (${answered}) h)`;
const columns = columnsOf(runResponse, 'r', { location: 'l', answers });
const detailColumns = columnsOf(runDetail, 'r', { location: 'l', answers, history });
const table = sql`core.checklist_runs r`;
const joins = sql`JOIN core.locations l ON l.id = r.location_id`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`r.id = ${id} AND ${locationVisibleTo(principal, sql`r.location_id`)}`;

/** Reads and writes runs of checklists, in SQL: they have answers and photos. Those out of scope behave as missing. */
@Injectable()
export class ChecklistRunsRepository {
  constructor(
    private readonly database: Database,
    private readonly tasks: TasksRepository,
  ) {}

  /** Newest first. */
  list(principal: Principal, query: ListRunsQuery): Promise<Page<RunResponse>> {
    const conditions = [
      locationListedTo(principal, sql`r.location_id`),
      ...equalities([
        [sql`r.state`, query.state],
        [sql`r.location_id`, query.locationId],
        [sql`r.checklist_id`, query.checklistId],
        [sql`r.ticket_id`, query.ticketId],
      ]),
    ];
    return readPage(this.database, {
      row: listedRow,
      alias: 'r',
      columns,
      table,
      joins,
      conditions,
      total: countOf(table, conditions),
      // Answers are about as long as what they answer.
      octets: { ofRow: sql`2 * octet_length(r.steps::text)` },
      ...newestFirst('r'),
      query,
      prepare: false,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<RunDetail>> {
    const run = sql`SELECT ${detailColumns} FROM ${table} ${joins} WHERE ${isVisible(principal, id)}`;
    const { body, version } = await readEntity(this.database, runDetail, run, within);
    return { body: { ...body, version }, version };
  }

  /**
   * Locks a run until the transaction ends; its ticket or task first, as a change of those does, so that the two cannot
   * deadlock.
   * @throws Problem 404
   */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<ChecklistRun> {
    const found = await within
      .createQueryBuilder(ChecklistRun, 'r')
      .select(['r.id', 'r.ticketId', 'r.taskId'])
      .where(...isVisible(principal, id).toCondition())
      .getOne();
    if (!found) throw notFound();
    if (found.ticketId !== null) await requireTicket(within, principal, found.ticketId);
    if (found.taskId !== null) await this.tasks.lock(within, principal, found.taskId);
    return lockEntity(within, ChecklistRun, 'for_no_key_update', 'r', isVisible(principal, id));
  }

  /** The last answers to the steps of a run. */
  async answersOf(within: EntityManager, id: string): Promise<RunResponse['answers']> {
    const [row] = await this.database.rows(
      answersRow,
      sql`SELECT ${answers} AS answers FROM ${table} WHERE r.id = ${id}`,
      { within },
    );
    return row?.answers ?? [];
  }

  /** The run has a new version by it. */
  async addAnswer(
    within: EntityManager,
    principal: Principal,
    id: string,
    { stepId, value, note, result }: AnswerRequest & { stepId: string; result: Result },
  ): Promise<void> {
    await this.database.run(
      sql`INSERT INTO core.checklist_answers (run_id, step_id, value, result, note, answered_by)
          VALUES (${id}, ${stepId}, ${JSON.stringify(value)}, ${result}, ${note}, ${principal.userId})`,
      { within },
    );
    await within.update(ChecklistRun, id, { state: 'open' });
  }

  /**
   * Deletes the newest runs of a location, with their answers, until they are about `limit` rows. In SQL: the removal of
   * a location deletes in batches.
   * @returns the number of rows
   */
  async deleteNewest(within: EntityManager, locationId: string, limit: number): Promise<number> {
    const deleted = await this.database.run(
      sql`DELETE FROM core.checklist_runs WHERE id IN (
            SELECT id FROM core.checklist_runs WHERE location_id = ${locationId}
            ORDER BY created_at DESC, id DESC LIMIT ${Math.ceil(limit / ROWS_OF_RUN)} FOR UPDATE)`,
      { within },
    );
    return deleted * ROWS_OF_RUN;
  }
}
