import { badRequest, type Principal } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { sql } from '../database/sql.ts';
import { locationListedTo } from '../visibility/visible-to.ts';
import { Project } from './project.entity.ts';

/**
 * The project is visible, or the task has it already. Locks it, and the project the task leaves, until the transaction
 * ends, because their totals will change. Always locks in the same order to avoid deadlocks.
 * @throws Problem 400 on `projectId`
 */
export async function requireProject(
  within: EntityManager,
  principal: Principal,
  projectId: string,
  before: string | null = null,
): Promise<void> {
  const isAllowed = sql`
    (p.id = ${projectId} AND p.removed_at IS NULL
      AND (p.id = ${before} OR ${locationListedTo(principal, sql`p.location_id`)}))
    OR (p.id = ${before} AND p.id <> ${projectId})`;
  const found = await within
    .createQueryBuilder(Project, 'p')
    .select('p.id')
    .where(...isAllowed.toCondition())
    .orderBy('p.id')
    .setLock('for_no_key_update')
    .getMany();
  if (!found.some(({ id }) => id === projectId)) {
    throw badRequest({ projectId: ['There is no such project.'] });
  }
}
