import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { seesLocation } from '../assignments/sight.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { WithVersion } from '../entities/versioned.ts';
import { optionalMoment } from '../fields/instant.ts';
import type { Page } from '../lists/page.ts';
import { readPage } from '../lists/read-page.ts';
import { Project } from './project.entity.ts';
import type {
  CreateProjectRequest,
  ListProjectsQuery,
  ProjectResponse,
  UpdateProjectRequest,
} from './projects.schemas.ts';

type ProjectRow = Omit<ProjectResponse, 'location'> & { locationName: string };

/** What a change is judged by. */
export type LockedProject = Pick<Project, 'locationId' | 'version'>;

const columns = sql`
  p.id, p.title, p.description, p.location_id AS "locationId", p.status, p.total_tasks AS "totalTasks",
  p.completed_tasks AS "completedTasks", p.start_date AS "startDate",
  p.target_completion_date AS "targetCompletionDate", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  l.name AS "locationName"`;
const table = sql`core.projects p`;
const joins = sql`JOIN core.locations l ON l.id = p.location_id`;
const inSight = (principal: Principal): Sql => seesLocation(principal, sql`p.location_id`);

/** The only SQL on projects. What the principal does not see is not there. */
@Injectable()
export class ProjectsRepository {
  constructor(private readonly database: Database) {}

  list(principal: Principal, query: ListProjectsQuery): Promise<Page<ProjectResponse>> {
    return readPage(
      this.database,
      {
        columns,
        table,
        joins,
        conditions: [inSight(principal)],
        total: countedRows('projects', principal),
        sort: [sql`p.created_at`, sql`p.id`],
        direction: 'DESC',
        after: query.cursor,
        limit: query.limit,
        prepare: true,
      },
      toProjectResponse,
      ({ createdAt, id }) => [createdAt, id],
    );
  }

  /** @throws Problem 404 */
  async get(principal: Principal, id: string, within?: EntityManager): Promise<Versioned<ProjectResponse>> {
    const [row] = await this.database.rows<WithVersion<ProjectRow>>(
      sql`SELECT ${columns}, p.version FROM ${table} ${joins} WHERE p.id = ${id} AND ${inSight(principal)}`,
      { prepare: true, ...(within && { within }) },
    );
    if (!row) throw notFound();
    const { version, ...answer } = row;
    return { answer: toProjectResponse(answer), version };
  }

  /** Keeps the project as it is for everybody else until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedProject> {
    const [row] = await this.database.rows<LockedProject>(
      sql`SELECT p.location_id AS "locationId", p.version
          FROM ${table} WHERE p.id = ${id} AND ${inSight(principal)} FOR NO KEY UPDATE`,
      { within },
    );
    if (!row) throw notFound();
    return row;
  }

  /** Keeps the project's tasks as they are, before the project itself: everybody goes from a task to its project. */
  async lockTasks(within: EntityManager, principal: Principal, id: string): Promise<void> {
    await this.database.rows(
      sql`SELECT FROM core.tasks t JOIN ${table} ON p.id = t.project_id
          WHERE p.id = ${id} AND ${inSight(principal)} ORDER BY t.id FOR UPDATE OF t`,
      { within },
    );
  }

  /** The new project's id. */
  async insert(within: EntityManager, project: CreateProjectRequest): Promise<string> {
    const { id } = await within.save(Project, within.create(Project, project));
    return id;
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

const toProjectResponse = ({ locationName, ...row }: ProjectRow): ProjectResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
