import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import {
  type Caller,
  faultyFields,
  insertComment,
  insertTicket,
  recordRequest as request,
  type RunningService,
  runService,
  storeUpload,
} from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await runService();
});
afterAll(() => service.close());
// Every test starts without open uploads.
beforeEach(() => service.backends.admin.query('UPDATE attachments.upload_grants SET recorded_at = now()'));

const record = (caller: Caller, ticketId: string, body: unknown) =>
  service.call(caller, 'POST', `/api/tickets/${ticketId}/attachments`, body);
const stored = () => storeUpload(service, service.managerA);

describe('POST /api/tickets/{id}/attachments with a comment', () => {
  const removeComment = (id: string) =>
    service.backends.admin.query(
      'UPDATE core.ticket_comments SET removed_at = now(), body = NULL WHERE id = $1',
      [id],
    );
  const list = (caller: Caller) => service.call(caller, 'GET', `/api/tickets/${service.ticketA}/attachments`);

  it.each<[string, () => TestUser, () => string]>([
    ['a manager', () => service.managerA, () => service.managerA.userId],
    ['an administrator', () => service.admin, () => service.admin.userId],
  ])(
    'returns 201 for a comment of one’s own to %s, and names it in the response and in lists',
    async (_who, user, author) => {
      const comment = await insertComment(service.backends, service.ticketA, author());
      const { objectPath } = await storeUpload(service, user());
      const { status, body } = await record(
        user(),
        service.ticketA,
        request(objectPath, { commentId: comment.toUpperCase() }),
      );
      expect([status, body]).toEqual([201, expect.objectContaining({ commentId: comment })]);
      const { id } = attachmentResponse.parse(body);
      const listed = z.array(attachmentResponse).parse((await list(user())).body);
      expect(listed.find((attachment) => attachment.id === id)).toMatchObject({ commentId: comment });
    },
  );

  it('returns 201 for null as for none', async () => {
    const { objectPath } = await stored();
    expect(
      await record(service.managerA, service.ticketA, request(objectPath, { commentId: null })),
    ).toMatchObject({ status: 201, body: { commentId: null } });
  });

  it.each<[string, () => Promise<string>]>([
    ['is unknown', () => Promise.resolve(randomUUID())],
    [
      'belongs to another ticket, also of the same store',
      async () =>
        insertComment(
          service.backends,
          await insertTicket(service.backends, service.locationA),
          service.managerA.userId,
        ),
    ],
    [
      'belongs to a ticket that is not visible',
      () => insertComment(service.backends, service.ticketB, service.managerA.userId),
    ],
    [
      'somebody else has written',
      () => insertComment(service.backends, service.ticketA, service.admin.userId),
    ],
    ['nobody has written who has an account', () => insertComment(service.backends, service.ticketA, null)],
    [
      'was removed',
      async () => {
        const id = await insertComment(service.backends, service.ticketA, service.managerA.userId);
        await removeComment(id);
        return id;
      },
    ],
  ])(
    'returns the same 400 on the field for one that %s, and the upload can still be recorded',
    async (_what, insert) => {
      const { objectPath } = await stored();
      const commentId = await insert();
      const refused = await record(service.managerA, service.ticketA, request(objectPath, { commentId }));
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: { commentId: ['Must be a comment of your own on this ticket.'] } },
      });
      expect(await record(service.managerA, service.ticketA, request(objectPath))).toMatchObject({
        status: 201,
      });
    },
  );

  it('lets no administrator attach to the comment of somebody else', async () => {
    const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
    const { objectPath } = await storeUpload(service, service.admin);
    const refused = await record(service.admin, service.ticketA, request(objectPath, { commentId }));
    expect([refused.status, faultyFields(refused)]).toEqual([400, ['commentId']]);
  });

  it('returns the first response to a repeated request, also when the comment was removed since', async () => {
    const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
    const { objectPath } = await stored();
    const headers = { 'idempotency-key': randomUUID() };
    const path = `/api/tickets/${service.ticketA}/attachments`;
    const ask = () =>
      service.call(service.managerA, 'POST', path, request(objectPath, { commentId }), headers);
    const first = await ask();
    expect(first).toMatchObject({ status: 201, body: { commentId } });
    await removeComment(commentId);
    expect(await ask()).toMatchObject({ status: 201, body: first.body });
  });

  it('is rejected when the comment is removed while the file is copied', async () => {
    const commentId = await insertComment(service.backends, service.ticketA, service.managerA.userId);
    const { objectPath } = await stored();
    const storage = service.app.get<Storage>(STORAGE);
    const copy = jest.spyOn(storage, 'copy').mockImplementationOnce(async (...copied) => {
      copy.mockRestore();
      await storage.copy(...copied);
      await removeComment(commentId);
    });
    const refused = await record(service.managerA, service.ticketA, request(objectPath, { commentId }));
    expect([refused.status, faultyFields(refused)]).toEqual([400, ['commentId']]);
  });

  it('is deleted with the ticket', async () => {
    const ticket = await insertTicket(service.backends, service.locationA);
    const commentId = await insertComment(service.backends, ticket, service.managerA.userId);
    const { objectPath } = await stored();
    expect(await record(service.managerA, ticket, request(objectPath, { commentId }))).toMatchObject({
      status: 201,
    });
    await service.backends.admin.query('DELETE FROM core.tickets WHERE id = $1', [ticket]);
    const { rowCount } = await service.backends.admin.query(
      'SELECT FROM attachments.attachments WHERE comment_id = $1',
      [commentId],
    );
    expect(rowCount).toBe(0);
  });
});
