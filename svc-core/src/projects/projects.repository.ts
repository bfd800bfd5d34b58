import type { Page, Principal, Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { insertEntity, lockEntity, readEntity } from '../entities/entity-rows.ts';
import { optionalMoment } from '../fields/instant.ts';
import { newestFirst, pageColumns, readPage } from '../lists/read-page.ts';
import { located } from '../locations/located.ts';
import { Project } from './project.entity.ts';
import {
  type CreateProjectRequest,
  type ListProjectsQuery,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
} from './projects.schemas.ts';

const projectRow = projectResponse.omit({ location: true }).extend({ locationName: z.string() });
const listedRow = projectRow.extend(pageColumns);
const versionedRow = projectRow.extend({ version: z.int() });

const columns = sql`
  p.id, p.title, p.description, p.location_id AS "locationId", p.status, p.total_tasks AS "totalTasks",
  p.completed_tasks AS "completedTasks", p.start_date AS "startDate",
  p.target_completion_date AS "targetCompletionDate", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  l.name AS "locationName"`;
const table = sql`core.projects p`;
const joins = sql`JOIN core.locations l ON l.id = p.location_id`;
const visibleTo = (principal: Principal): Sql =>
  sql`(p.removed_at IS NULL AND ${locationVisibleTo(principal, sql`p.location_id`)})`;
const isVisible = (principal: Principal, id: string): Sql => sql`p.id = ${id} AND ${visibleTo(principal)}`;

/** `core.counts` still includes hidden projects until their rows are deleted. */
const totalFor = (principal: Principal): Sql => sql`
  SELECT (${countedRows('projects', principal)}) - (
    SELECT count(*)::int FROM core.project_removals JOIN ${table} ON p.id = project_id
    WHERE ${locationVisibleTo(principal, sql`p.location_id`)})`;

/** Reads and writes projects. Rows outside the caller's scope behave as missing. */
@Injectable()
export class ProjectsRepository {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListProjectsQuery): Promise<Page<ProjectResponse>> {
    return readPage(this.database, {
      row: listedRow,
      alias: sql`p`,
      octets: { ofRow: sql`coalesce(octet_length(p.description), 0)` },
      columns,
      table,
      joins,
      conditions: [visibleTo(principal)],
      total: totalFor(principal),
      ...newestFirst(sql`p`),
      query,
      toItem: located,
    });
  }

  /** @throws Problem 404 */
  get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<ProjectResponse>> {
    const project = sql`SELECT ${columns}, p.version FROM ${table} ${joins} WHERE ${isVisible(principal, id)}`;
    return readEntity(this.database, versionedRow, project, located, within);
  }

  /** Locks the project against changes until the transaction ends. @throws Problem 404 */
  lock(within: EntityManager, principal: Principal, id: string): Promise<Project> {
    return lockEntity(within, this.projects, 'for_no_key_update', 'p', isVisible(principal, id));
  }

  /**
   * Locks the project's tasks before the project itself, because every transaction locks a task before its project.
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
    return insertEntity(within, this.projects, project);
  }

  async update(
    within: EntityManager,
    id: string,
    { startDate, targetCompletionDate, ...changes }: UpdateProjectRequest,
  ): Promise<void> {
    await within.withRepository(this.projects).update(id, {
      ...changes,
      ...(startDate !== undefined && { startDate: optionalMoment(startDate) }),
      ...(targetCompletionDate !== undefined && {
        targetCompletionDate: optionalMoment(targetCompletionDate),
      }),
    });
  }

  async delete(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.projects).delete(id);
  }
}
