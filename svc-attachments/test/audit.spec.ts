import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { attach, insertTicket, type RunningService, runService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());

it('the audit trail records who created an attachment and how it was removed', async () => {
  const { admin } = service.backends;
  const ticketId = await insertTicket(service.backends, service.locationA);
  const [deleted, cascaded] = [
    await attach(service, service.managerA, ticketId, 'x', 'deleted.txt'),
    await attach(service, service.managerA, ticketId, 'x', 'cascaded.txt'),
  ];
  await service.call(service.admin, 'DELETE', `/api/attachments/${deleted.id}`, undefined, {
    'x-request-id': 'request-of-deletion',
  });
  await admin.query('DELETE FROM core.tickets WHERE id = $1', [ticketId]);

  const { rows } = await admin.query(
    `SELECT action, entity_id, actor_id, request_id, coalesce(after, before) ->> 'file_name' AS file_name
     FROM auth.audit_entries WHERE entity = 'attachment' ORDER BY id`,
  );
  const requestId: unknown = expect.stringMatching(/^[\w-]{8,64}$/);
  const made = { action: 'create', actor_id: service.managerA.userId, request_id: requestId };
  expect(rows).toEqual([
    { ...made, entity_id: deleted.id, file_name: 'deleted.txt' },
    { ...made, entity_id: cascaded.id, file_name: 'cascaded.txt' },
    {
      action: 'delete',
      entity_id: deleted.id,
      actor_id: service.admin.userId,
      request_id: 'request-of-deletion',
      file_name: 'deleted.txt',
    },
    // Deleted by the cascade from its ticket, without a request.
    { action: 'delete', entity_id: cascaded.id, actor_id: null, request_id: null, file_name: 'cascaded.txt' },
  ]);
});
