import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { foundEntity, insertEntity, lockEntity } from '../entities/entity-rows.ts';
import { columnsOf } from '../entities/response-columns.ts';
import { optionalMoment } from '../fields/instant.ts';
import { newestFirst, ownFields, pageColumns, readPage } from '../lists/read-page.ts';
import { locationListedTo, locationVisibleTo } from '../visibility/visible-to.ts';
import { Project } from './project.entity.ts';
import {
  type CreateProjectRequest,
  type ListProjectsQuery,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
} from './projects.schemas.ts';

const listedRow = projectResponse.extend(pageColumns);

const columns = columnsOf(projectResponse, 'p', { location: 'l' });
const table = sql`core.projects p`;
const joins = sql`JOIN core.locations l ON l.id = p.location_id`;
const isVisible = (principal: Principal, id: string): Sql =>
  sql`p.id = ${id} AND p.removed_at IS NULL AND ${locationVisibleTo(principal, sql`p.location_id`)}`;

/** `core.counts` still includes hidden projects until their rows are deleted. */
const totalFor = (principal: Principal): Sql => sql`
  SELECT (${countedRows('projects', principal)}) - (
    SELECT count(*)::int FROM core.project_removals JOIN ${table} ON p.id = project_id
    WHERE ${locationListedTo(principal, sql`p.location_id`)})`;

/** Reads and writes projects. Rows outside the caller's scope behave as missing. */
@Injectable()
export class ProjectsRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListProjectsQuery): Promise<Page<ProjectResponse>> {
    return readPage(this.database, {
      row: listedRow,
      alias: 'p',
      columns,
      table,
      joins,
      conditions: [sql`p.removed_at IS NULL`, locationListedTo(principal, sql`p.location_id`)],
      total: totalFor(principal),
      ...newestFirst('p'),
      query,
      toItem: ownFields,
    });
  }

  /** @throws Problem 404 */
  async get(
    principal: Principal,
    id: string,
    within = this.database.entities,
  ): Promise<Versioned<ProjectResponse>> {
    const project = within
      .createQueryBuilder(Project, 'p')
      .innerJoinAndSelect('p.location', 'l')
      .where(...isVisible(principal, id).toCondition());
    return foundEntity(projectResponse, await project.getOne());
  }

  /**
   * Locks the project against changes until the transaction ends.
   * @throws Problem 404
   */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Project> {
    return lockEntity(within, Project, 'for_no_key_update', 'p', isVisible(principal, id));
  }

  /**
   * Locks the project's tasks before the project itself, because every transaction locks a task before its project.
   * In SQL: a lock with a limit.
   * @param most no more than this and one are locked
   * @returns whether there are at most that many
   */
  async lockTasks(within: EntityManager, principal: Principal, id: string, most: number): Promise<boolean> {
    const some = sql`
      SELECT t.id FROM core.tasks t JOIN ${table} ON p.id = t.project_id
      WHERE ${isVisible(principal, id)} LIMIT ${most + 1}`;
    const locked = await this.database.run(
      sql`SELECT FROM core.tasks WHERE id = ANY (ARRAY(${some})) ORDER BY id FOR UPDATE`,
      { within },
    );
    return locked <= most;
  }

  insert(within: EntityManager, project: CreateProjectRequest): Promise<string> {
    return insertEntity(within, Project, project);
  }

  async update(
    within: EntityManager,
    id: string,
    { startDate, targetCompletionDate, ...changes }: UpdateProjectRequest,
  ): Promise<void> {
    await within.update(Project, id, {
      ...changes,
      ...(startDate !== undefined && { startDate: optionalMoment(startDate) }),
      ...(targetCompletionDate !== undefined && {
        targetCompletionDate: optionalMoment(targetCompletionDate),
      }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.delete(Project, id);
  }
}
