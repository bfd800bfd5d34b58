import { notFound, type Principal, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository, SelectQueryBuilder } from 'typeorm';
import { z } from 'zod';
import { locationVisibleTo } from '../assignments/visibility-checks.ts';
import { countedRows } from '../counts/counted-rows.ts';
import { Database } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { joined } from '../entities/joined.ts';
import { optionalMoment } from '../fields/instant.ts';
import type { Page } from '../lists/page.ts';
import { pageColumns, readPage } from '../lists/read-page.ts';
import { Project } from './project.entity.ts';
import {
  type CreateProjectRequest,
  type ListProjectsQuery,
  type ProjectResponse,
  projectResponse,
  type UpdateProjectRequest,
} from './projects.schemas.ts';

const projectRow = projectResponse
  .omit({ location: true })
  .extend({ locationName: z.string(), ...pageColumns });
type ProjectRow = z.infer<typeof projectRow>;

/** Fields needed to validate an update. */
export type LockedProject = Pick<Project, 'locationId' | 'description' | 'version'>;

const columns = sql`
  p.id, p.title, p.description, p.location_id AS "locationId", p.status, p.total_tasks AS "totalTasks",
  p.completed_tasks AS "completedTasks", p.start_date AS "startDate",
  p.target_completion_date AS "targetCompletionDate", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  l.name AS "locationName"`;
const table = sql`core.projects p`;
const joins = sql`JOIN core.locations l ON l.id = p.location_id`;
const visibleTo = (principal: Principal): Sql =>
  sql`(p.removed_at IS NULL AND ${locationVisibleTo(principal, sql`p.location_id`)})`;

/** `core.counts` still includes hidden projects until their rows are deleted. */
const totalFor = (principal: Principal): Sql => sql`
  SELECT (${countedRows('projects', principal)}) - (
    SELECT count(*)::int FROM core.project_removals JOIN ${table} ON p.id = project_id
    WHERE ${locationVisibleTo(principal, sql`p.location_id`)})`;

/**
 * Reads and writes projects. Rows outside the caller's scope behave as missing. Lists are SQL, because TypeORM's query
 * builder halves their throughput (docs/decisions/0019).
 */
@Injectable()
export class ProjectsRepository {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
  ) {}

  list(principal: Principal, query: ListProjectsQuery): Promise<Page<ProjectResponse>> {
    return readPage(
      this.database,
      {
        row: projectRow,
        alias: sql`p`,
        octets: { ofRow: sql`coalesce(octet_length(p.description), 0)` },
        columns,
        table,
        joins,
        conditions: [visibleTo(principal)],
        total: totalFor(principal),
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
    const project = await this.visible(principal, id, within).innerJoinAndSelect('p.location', 'l').getOne();
    if (!project) throw notFound();
    return { body: responseOf(project), version: project.version };
  }

  /** Locks the project against changes until the transaction ends. @throws Problem 404 */
  async lock(within: EntityManager, principal: Principal, id: string): Promise<LockedProject> {
    const project = await this.visible(principal, id, within).setLock('for_no_key_update').getOne();
    if (!project) throw notFound();
    return project;
  }

  /**
   * Locks the project's tasks before the project itself, because every transaction locks a task before its project.
   * @param most no more than this and one are locked
   * @returns whether there are at most that many
   */
  async lockTasks(within: EntityManager, principal: Principal, id: string, most: number): Promise<boolean> {
    const some = sql`
      SELECT t.id FROM core.tasks t JOIN ${table} ON p.id = t.project_id
      WHERE p.id = ${id} AND ${visibleTo(principal)} LIMIT ${most + 1}`;
    const locked = await this.database.run(
      sql`SELECT FROM core.tasks WHERE id = ANY (ARRAY(${some})) ORDER BY id FOR UPDATE`,
      { within },
    );
    return locked <= most;
  }

  /** Returns the new project's id. */
  async insert(within: EntityManager, project: CreateProjectRequest): Promise<string> {
    const projects = within.withRepository(this.projects);
    const { id } = await projects.save(projects.create(project));
    return id;
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

  /** Query of a project, if visible to the principal. */
  private visible(principal: Principal, id: string, within?: EntityManager): SelectQueryBuilder<Project> {
    return (within?.withRepository(this.projects) ?? this.projects)
      .createQueryBuilder('p')
      .where(...sql`p.id = ${id} AND ${visibleTo(principal)}`.toCondition());
  }
}

const responseOf = (project: Project): ProjectResponse => ({
  id: project.id,
  title: project.title,
  description: project.description,
  locationId: project.locationId,
  status: project.status,
  totalTasks: project.totalTasks,
  completedTasks: project.completedTasks,
  startDate: project.startDate?.toISOString() ?? null,
  targetCompletionDate: project.targetCompletionDate?.toISOString() ?? null,
  createdAt: project.createdAt.toISOString(),
  updatedAt: project.updatedAt.toISOString(),
  location: { id: project.locationId, name: joined(project.location).name },
});

const toProjectResponse = ({ locationName, ...row }: ProjectRow): ProjectResponse => ({
  ...row,
  location: { id: row.locationId, name: locationName },
});
