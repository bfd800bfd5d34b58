import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AttachmentResponse, attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { insertLocation, insertTicket } from './core-rows.ts';
import { attach, listOf } from './file-calls.ts';
import { faultyFields, useService, withoutRequestId } from './running-service.ts';

const service = useService();
const { sql } = service;

const newTicket = () => insertTicket(service.backends, service.locationA);
const attachTo = (ticketId: string, content = 'x', fileName?: string) =>
  attach(service, service.managerA, ticketId, content, fileName);
const ofAttachment = (id: string) => `/api/attachments/${id}`;
const downloadOf = (id: string) => `${ofAttachment(id)}/download`;
const statusOf = async (method: string, path: string, caller = service.managerA) =>
  (await service.call(caller, method, path)).status;

it.each<[what: string, method: string, pathOf: (id: string) => string, foreign: () => Promise<string>]>([
  ['ticket', 'GET', listOf, () => Promise.resolve(service.ticketB)],
  ['attachment', 'GET', downloadOf, async () => (await attachOfB()).id],
  ['attachment', 'DELETE', ofAttachment, async () => (await attachOfB()).id],
])(
  'an invisible %s, an unknown one and a malformed id return the same 404 to %s',
  async (what, method, pathOf, foreignOf) => {
    const foreign = await foreignOf();
    const [first, ...others] = await Promise.all(
      [foreign, randomUUID(), '%00', 'x'.repeat(200)].map(async (id) =>
        withoutRequestId(await service.call(service.managerA, method, pathOf(id))),
      ),
    );
    expect(first).toMatchObject({ status: 404 });
    expect(others).toEqual([first, first, first]);
    if (what === 'attachment') expect(await statusOf('GET', downloadOf(foreign), service.managerB)).toBe(200);
  },
);
const attachOfB = () => attach(service, service.managerB, service.ticketB);

describe('GET /api/tickets/{id}/attachments', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['cursor=abc', 'cursor'],
    ['page=2', 'page'],
  ])('rejects %s', async (query, field) => {
    const response = await service.call(service.managerA, 'GET', `${listOf(service.ticketA)}?${query}`);
    expect([response.status, faultyFields(response)]).toEqual([400, [field]]);
  });

  it('returns [] for a ticket without attachments', async () => {
    const { status, body, headers } = await service.call(service.managerA, 'GET', listOf(await newTicket()));
    expect([status, body, headers.get('x-total-count'), headers.get('link')]).toEqual([200, [], '0', null]);
  });

  it("returns a ticket's attachments, newest first, to its manager and to administrators", async () => {
    const ticketId = await newTicket();
    const first = await attachTo(ticketId);
    const second = await attach(service, service.admin, ticketId, 'bb', 'second.txt');
    for (const caller of [service.managerA, service.admin]) {
      const { status, body } = await service.call(caller, 'GET', listOf(ticketId));
      expect([status, body]).toEqual([200, [second, first]]);
    }
  });

  it('also hides attachments of a location that is being removed from administrators', async () => {
    const locationId = await insertLocation(service.backends, 'closing', service.managerA);
    const ticketId = await insertTicket(service.backends, locationId);
    const { id } = await attachTo(ticketId);
    expect(await statusOf('GET', listOf(ticketId), service.admin)).toBe(200);
    await sql('UPDATE core.locations SET removed_at = now() WHERE id = $1', [locationId]);
    for (const [method, path] of [
      ['GET', listOf(ticketId)],
      ['GET', downloadOf(id)],
      ['DELETE', ofAttachment(id)],
    ] as const) {
      expect([method, path, await statusOf(method, path, service.admin)]).toEqual([method, path, 404]);
    }
  });

  it('returns every attachment page by page during concurrent changes', async () => {
    const ticketId = await newTicket();
    const made: AttachmentResponse[] = [];
    for (const name of ['1', '2', '3', '4', '5']) made.push(await attachTo(ticketId, name, name));
    const seen: string[] = [];
    let next: string | undefined = `${listOf(ticketId)}?limit=2`;
    while (next !== undefined) {
      const { body, headers } = await service.call(service.managerA, 'GET', next);
      const page = attachmentResponse.array().parse(body);
      expect(page.length).toBeLessThanOrEqual(2);
      seen.push(...page.map(({ fileName }) => fileName));
      next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      if (seen.length === 2) {
        expect(headers.get('x-total-count')).toBe('5');
        await attachTo(ticketId, 'x', 'late');
        // The row of the cursor.
        await service.call(service.managerA, 'DELETE', ofAttachment(made[3]?.id ?? ''));
      }
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1']);
  });
});

it('an attachment is deleted once', async () => {
  const { id } = await attachTo(service.ticketA);
  const { status, body } = await service.call(service.managerA, 'DELETE', ofAttachment(id));
  expect([status, body]).toEqual([204, undefined]);
  expect(await statusOf('DELETE', ofAttachment(id))).toBe(404);
  expect(await statusOf('GET', downloadOf(id))).toBe(404);
});

it('the audit trail records who created an attachment and how it was removed', async () => {
  const ticketId = await newTicket();
  const deleted = await attachTo(ticketId, 'x', 'deleted.txt');
  const cascaded = await attachTo(ticketId, 'x', 'cascaded.txt');
  await service.call(service.admin, 'DELETE', ofAttachment(deleted.id), undefined, {
    'x-request-id': 'request-of-deletion',
  });
  await sql('DELETE FROM core.tickets WHERE id = $1', [ticketId]);

  const { rows } = await sql(
    `SELECT action, entity_id, actor_id, request_id, coalesce(after, before) ->> 'file_name' AS file_name
     FROM auth.audit_entries WHERE entity = 'attachment' AND entity_id IN ($1, $2) ORDER BY id`,
    [deleted.id, cascaded.id],
  );
  const requestId: unknown = expect.stringMatching(/^[\w-]{8,64}$/);
  const made = { action: 'create', actor_id: service.managerA.userId, request_id: requestId };
  const first = { entity_id: deleted.id, file_name: 'deleted.txt' };
  const second = { entity_id: cascaded.id, file_name: 'cascaded.txt' };
  expect(rows).toEqual([
    { ...made, ...first },
    { ...made, ...second },
    { action: 'delete', ...first, actor_id: service.admin.userId, request_id: 'request-of-deletion' },
    // Deleted by the cascade from its ticket, without a request.
    { action: 'delete', ...second, actor_id: null, request_id: null },
  ]);
});
