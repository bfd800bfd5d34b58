import { createTestUser, type TestBackends, type TestUser } from '@mainstay/service-kit/testing';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { AttachmentsConfig } from '../src/config.ts';

interface ServiceAtStore {
  backends: TestBackends;
  locationA: string;
}

/**
 * Inserts a row as svc-core does.
 * @returns its id
 */
async function insert({ admin }: TestBackends, table: string, columns: object): Promise<string> {
  const places = Object.keys(columns).map((_name, index) => `$${index + 1}`);
  const { rows } = await admin.query<{ id: string }>(
    `INSERT INTO core.${table} (${Object.keys(columns).join()}) VALUES (${places.join()}) RETURNING *`,
    Object.values(columns),
  );
  return rows[0]?.id ?? '';
}

const assign = (backends: TestBackends, { userId }: TestUser, locationId: string) =>
  insert(backends, 'manager_assignments', { manager_id: userId, location_id: locationId });

/** Another manager of location A. */
export async function insertManager({
  backends,
  config,
  locationA,
}: ServiceAtStore & { config: AttachmentsConfig }): Promise<TestUser> {
  const manager = await createTestUser(backends, config, { role: 'district_manager' });
  await assign(backends, manager, locationA);
  return manager;
}

/** A location with a manager. */
export async function insertLocation(
  backends: TestBackends,
  storeNumber: string,
  manager: TestUser,
): Promise<string> {
  const address = { address: '1 Main St', city: 'Springfield', state: 'IL', zip_code: '62701' };
  const columns = { ...address, name: storeNumber, store_number: storeNumber, timezone: 'America/Chicago' };
  const id = await insert(backends, 'locations', columns);
  await assign(backends, manager, id);
  return id;
}

/** A ticket of a location. */
export const insertTicket = (backends: TestBackends, locationId: string): Promise<string> =>
  insert(backends, 'tickets', {
    title: 'Oven',
    description: 'Does not heat',
    location_id: locationId,
    ticket_type: 'repair',
  });

/**
 * A comment on a ticket.
 * @param author the id of a user; null for somebody without an account
 */
export const insertComment = (
  backends: TestBackends,
  ticketId: string,
  author: string | null,
): Promise<string> =>
  insert(backends, 'ticket_comments', { ticket_id: ticketId, author_id: author, body: 'See the picture' });

/** The step of {@link insertRun}. */
export const STEP_ID = '01890000-0000-7000-8000-0000000000aa';

/** A run of a checklist with one step at location A. */
export async function insertRun({ backends, locationA }: ServiceAtStore): Promise<string> {
  const steps = JSON.stringify([{ id: STEP_ID, text: 'Floor' }]);
  const checklist_id = await insert(backends, 'checklists', { name: randomUUID(), steps });
  return insert(backends, 'checklist_runs', { checklist_id, name: 'Opening', steps, location_id: locationA });
}

/**
 * A report on a ticket, as svc-core records it.
 * @param commentId of the comment with which it joined the ticket
 */
export async function insertReport(
  backends: TestBackends,
  ticketId: string,
  commentId: string | null = null,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = await insert(backends, 'intake_reports', {
    ticket_id: ticketId,
    comment_id: commentId,
    description: 'Does not heat',
    urgency: 'high',
    language: 'en',
    tracking_hash: createHash('sha256').update(token).digest(),
  });
  return { id, token };
}

/** A job of a vendor for a ticket, and the token of its link. */
export async function insertJob(
  backends: TestBackends,
  ticketId: string,
  more: object = {},
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = await insert(backends, 'vendor_jobs', {
    ticket_id: ticketId,
    vendor_id: await insert(backends, 'vendors', { name: `Vendor ${randomUUID()}` }),
    email: 'service@example.com',
    state: 'accepted',
    token_hash: createHash('sha256').update(token).digest(),
    ...more,
  });
  return { id, token };
}

/** A tracking token of the right form. */
export const newToken = (): string => {
  const characters = 'abcdefghijklmnopqrstuvwxyz234567';
  const some = Array.from({ length: 25 }, () => characters.charAt(randomInt(32)));
  return `${some.join('')}${'aeimquy4'.charAt(randomInt(8))}`;
};
