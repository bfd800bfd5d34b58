import { badRequest } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import { Checklist } from './checklist.entity.ts';

/**
 * The checklist is active, and remains until the transaction ends.
 * @throws Problem 400 on `checklistId`
 */
export async function requireChecklist(within: EntityManager, checklistId: string): Promise<Checklist> {
  const checklist = await within.findOne(Checklist, {
    where: { id: checklistId, active: true },
    lock: { mode: 'for_key_share' },
  });
  if (!checklist) throw badRequest({ checklistId: ['There is no such active checklist.'] });
  return checklist;
}
