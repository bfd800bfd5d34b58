import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AttachmentResponse, attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { useReportPhotos } from './report-photo-scene.ts';
import { insertComment, insertTicket } from './core-rows.ts';
import { listOf, picture, record, storeUpload } from './file-calls.ts';
import { faultyFields, useService } from './running-service.ts';

const service = useService();
const { sql } = service;

const newTicket = () => insertTicket(service.backends, service.locationA);
/** A ticket is solved; the rule of its type asks for a photo of the finished work. */
const solve = (ticketId: string) =>
  sql(`UPDATE core.tickets SET status = 'solved', completed_at = now() WHERE id = $1`, [ticketId]);
beforeAll(() => sql('UPDATE core.completion_rules SET after_photo = true'));

const recordPicture = async (ticketId: string, fields: object = {}) => {
  const bytes = await picture();
  const { objectPath } = await storeUpload(service, service.managerA, bytes);
  const body = { fileName: 'oven.jpg', fileType: 'image/jpeg', fileSize: bytes.length, ...fields };
  return record(service, objectPath, body, { ticketId });
};
const attachPicture = async (ticketId: string, purpose: string | null = null): Promise<AttachmentResponse> =>
  attachmentResponse.parse((await recordPicture(ticketId, { purpose })).body);
const addressOf = ({ id }: { id: string }) => `/api/attachments/${id}`;
const patch = (attachment: { id: string }, body: object, caller = service.managerA, headers = {}) =>
  service.call(caller, 'PATCH', addressOf(attachment), body, headers);
const remove = (attachment: { id: string }, caller = service.managerA) =>
  service.call(caller, 'DELETE', addressOf(attachment));
/** What svc-core knows of the pictures of a ticket. */
const shownOf = async (ticketId: string) => {
  const { rows } = await sql('SELECT id, purpose FROM core.ticket_photos WHERE ticket_id = $1', [ticketId]);
  return rows as unknown[];
};

describe('the purpose of a picture', () => {
  it('is recorded with it, listed, and known to svc-core', async () => {
    const ticketId = await newTicket();
    const { id } = await attachPicture(ticketId, 'after');
    await attachPicture(ticketId);
    const { body } = await service.call(service.managerA, 'GET', listOf(ticketId));
    expect(body).toMatchObject([{ purpose: null }, { id, purpose: 'after' }]);
    expect(await shownOf(ticketId)).toEqual([{ id, purpose: 'after' }]);
  });

  it('of a comment is known with it', async () => {
    const ticketId = await newTicket();
    const commentId = await insertComment(service.backends, ticketId, service.managerA.userId);
    await recordPicture(ticketId, { commentId, purpose: 'before' });
    const { rows } = await sql('SELECT purpose FROM core.ticket_photos WHERE comment_id = $1', [commentId]);
    expect(rows).toEqual([{ purpose: 'before' }]);
  });

  it('changes in the version that was read', async () => {
    const ticketId = await newTicket();
    const attachment = await attachPicture(ticketId);
    const changed = await patch(attachment, { purpose: 'before' }, service.managerA, { 'if-match': '"1"' });
    expect([changed.status, changed.headers.get('etag'), changed.body]).toEqual([
      200,
      '"2"',
      { ...attachment, purpose: 'before' },
    ]);
    expect(await shownOf(ticketId)).toEqual([{ id: attachment.id, purpose: 'before' }]);
    const stale = await patch(attachment, { purpose: 'after' }, service.managerA, { 'if-match': '"1"' });
    expect([stale.status, await shownOf(ticketId)]).toEqual([
      412,
      [{ id: attachment.id, purpose: 'before' }],
    ]);
    expect((await patch(attachment, {})).headers.get('etag')).toBe('"2"');
    expect((await patch(attachment, { purpose: null })).body).toEqual(attachment);
    expect(await shownOf(ticketId)).toEqual([]);
  });

  it.each<[what: string, body: object, fields: string[]]>([
    ['another word', { purpose: 'during' }, ['purpose']],
    ['another field', { fileName: 'a.jpg' }, ['fileName']],
  ])('is not changed to %s', async (_what, body, fields) => {
    const response = await patch(await attachPicture(await newTicket()), body);
    expect([response.status, faultyFields(response)]).toEqual([400, fields]);
  });

  it('is not for what is no picture by its bytes, whose upload can be recorded without it', async () => {
    const ticketId = await newTicket();
    const { objectPath } = await storeUpload(service, service.managerA);
    const claim = { fileName: 'a.jpg', fileType: 'image/jpeg' };
    const refused = await record(service, objectPath, { ...claim, purpose: 'after' }, { ticketId });
    expect([refused.status, faultyFields(refused)]).toEqual([422, ['purpose']]);
    const recorded = await record(service, objectPath, claim, { ticketId });
    expect(recorded.status).toBe(201);
    const attachment = attachmentResponse.parse(recorded.body);
    const changed = await patch(attachment, { purpose: 'after' });
    expect([changed.status, faultyFields(changed)]).toEqual([422, ['purpose']]);
    expect((await patch(attachment, { purpose: null })).status).toBe(200);
    expect(await shownOf(ticketId)).toEqual([]);
  });

  it('of one that is invisible, unknown or removed is a 404', async () => {
    const attachment = await attachPicture(await newTicket());
    const statuses = [
      await patch(attachment, { purpose: 'after' }, service.managerB),
      await patch({ id: randomUUID() }, { purpose: 'after' }),
      await remove(attachment).then(() => patch(attachment, { purpose: 'after' })),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe('the last picture that a solved ticket needs', () => {
  it('is removed or changed by administrators alone, and until the ticket is solved by everybody', async () => {
    const ticketId = await newTicket();
    const [first, last] = [await attachPicture(ticketId, 'after'), await attachPicture(ticketId, 'after')];
    await solve(ticketId);
    expect((await remove(first)).status).toBe(204);
    const refused = [
      await remove(last),
      await patch(last, { purpose: 'before' }),
      await patch(last, { purpose: null }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([409, expect.objectContaining({ detail: 'Reopen the ticket first.' })]),
    );
    expect(await shownOf(ticketId)).toEqual([{ id: last.id, purpose: 'after' }]);
    expect((await patch(last, { purpose: null }, service.admin)).status).toBe(200);
    expect((await remove(last)).status).toBe(204);
  });
});

describe('a picture of a report', () => {
  const scene = useReportPhotos(service);

  it('is from before the work', async () => {
    const { id } = await scene.send();
    expect((await scene.done(id)).status).toBe(200);
    expect(await scene.listed()).toMatchObject([{ purpose: 'before' }]);
    expect(await shownOf(scene.ticketId)).toMatchObject([{ purpose: 'before' }]);
  });
});
