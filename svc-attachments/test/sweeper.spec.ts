import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import { createTestUser } from '@mainstay/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { attachmentResponse } from '../src/attachments/attachments.schemas.ts';
import { serviceOptions } from '../src/service-options.ts';
import type { Storage } from '../src/storage/storage.ts';
import { ObjectRemovals } from '../src/sweeper/object-removals.ts';
import { Sweeper } from '../src/sweeper/sweeper.ts';
import { insertLocation, insertTicket } from './core-rows.ts';
import { attach, record, storeUpload, upload } from './file-calls.ts';
import { until, useService } from './running-service.ts';

const service = useService();
const { sql, sweep } = service;
beforeEach(sweep);

const isStored = async (key: string) => (await service.storage.inspect(key)) !== undefined;
const outbox = async () => (await sql('SELECT object_key FROM attachments.object_removals')).rowCount;
const endGrant = (objectPath: string) =>
  sql(
    `UPDATE attachments.upload_grants SET granted_at = now() - interval '9 days',
       expires_at = now() - interval '61 minutes' WHERE object_path = $1`,
    [objectPath],
  );
/** A second sweeper on the same outbox, like another replica, with another storage. */
const anotherSweeper = (other: Pick<Storage, 'remove'>) =>
  new Sweeper(service.app.get(ObjectRemovals), other);

describe('the sweeper', () => {
  it('runs at the start of a replica and every minute', async () => {
    const [first, second] = [
      await storeUpload(service, service.managerA),
      await storeUpload(service, service.managerA),
    ];
    await endGrant(first.objectPath);
    const timers = jest.spyOn(globalThis, 'setInterval');
    const replica = await createService(serviceOptions(service.config));
    try {
      await replica.listen(0, '127.0.0.1');
      await until(async () => !(await isStored(first.objectPath)));
      await endGrant(second.objectPath);
      const [everyMinute, ...others] = timers.mock.calls.filter((call) => call[1] === 60_000);
      expect(others).toEqual([]);
      // A running sweep is not started twice: the next minute's runs then.
      await until(async () => {
        everyMinute?.[0]();
        return !(await isStored(second.objectPath));
      });
    } finally {
      timers.mockRestore();
      await replica.close();
    }
  });

  it('removes an upload that was not recorded within 24 hours, and later uploads through its URL', async () => {
    const { objectPath, uploadURL } = await storeUpload(service, service.managerA);
    const grantedAgo = (age: string) =>
      sql(`UPDATE attachments.upload_grants SET granted_at = now() - $2::interval WHERE object_path = $1`, [
        objectPath,
        age,
      ]);
    await grantedAgo('23 hours 59 minutes');
    await sweep();
    expect(await isStored(objectPath)).toBe(true);
    await grantedAgo('24 hours 1 second');
    // Whether or not the sweeper has run.
    expect(await record(service, objectPath)).toMatchObject({ status: 404 });
    await sweep();
    expect([await isStored(objectPath), await outbox()]).toEqual([false, 0]);

    // S3 still accepts its URL.
    expect(await upload(uploadURL, 'content')).toBe(404);
    await service.storage.store(objectPath, Buffer.from('content'));
    expect(await record(service, objectPath)).toMatchObject({ status: 404 });
    await sweep();
    await endGrant(objectPath);
    await sweep();
    const { rowCount } = await sql('SELECT FROM attachments.upload_grants WHERE object_path = $1', [
      objectPath,
    ]);
    expect([await isStored(objectPath), rowCount, await outbox()]).toEqual([false, 0, 0]);
  });

  it('closes neither a recorded upload after 24 hours nor one that is being recorded', async () => {
    const attachment = await attach(service, service.managerA, service.ticketA);
    await sql("UPDATE attachments.upload_grants SET granted_at = now() - interval '25 hours'");
    await sweep();
    const { rows } = await sql('SELECT closed_at FROM attachments.upload_grants WHERE object_path = $1', [
      attachment.objectPath,
    ]);
    expect(rows).toEqual([{ closed_at: null }]);
    expect(await isStored(`attachments/${attachment.id}`)).toBe(true);

    const { objectPath } = await storeUpload(service, service.managerA);
    const client = await service.backends.admin.connect();
    await client.query('BEGIN');
    await client.query('UPDATE attachments.upload_grants SET recorded_at = now() WHERE object_path = $1', [
      objectPath,
    ]);
    await sql(
      "UPDATE attachments.upload_grants SET granted_at = now() - interval '25 hours' WHERE object_path <> $1",
      [objectPath],
    );
    await sweep();
    await client.query('COMMIT');
    client.release();
    expect(await isStored(objectPath)).toBe(true);
  });

  it('claims removals queued just now, although their times are rounded', async () => {
    const removals = service.app.get(ObjectRemovals);
    for (let round = 0; round < 200; round += 1) {
      await sql("INSERT INTO attachments.object_removals (object_key) VALUES ('attachments/rounded')");
      const [taken] = await removals.take(1);
      expect([round, taken?.objectKey]).toEqual([round, 'attachments/rounded']);
      await sql('DELETE FROM attachments.object_removals');
    }
  });

  it('removes again what was queued while it was being removed', async () => {
    const { objectPath } = await storeUpload(service, service.managerA);
    await sql('INSERT INTO attachments.object_removals (object_key) VALUES ($1)', [objectPath]);
    const slow = {
      remove: async (key: string) => {
        await service.storage.remove(key);
        // At this moment another upload arrives, and the grant ends.
        await service.storage.store(objectPath, Buffer.from('late'));
        await sql('DELETE FROM attachments.upload_grants WHERE object_path = $1', [objectPath]);
        slow.remove = (again) => service.storage.remove(again);
      },
    };
    await anotherSweeper(slow).sweep();
    expect([await isStored(objectPath), await outbox()]).toEqual([false, 0]);
  });

  it('keeps a recorded file when its grant ends, and removes what was uploaded to it later', async () => {
    const { objectPath } = await storeUpload(service, service.managerA);
    const { body } = await record(service, objectPath);
    const { id } = attachmentResponse.parse(body);
    await sweep();
    expect(await isStored(objectPath)).toBe(false);
    // As S3 still does.
    await service.storage.store(objectPath, Buffer.from('again'));
    await sweep();
    expect(await isStored(objectPath)).toBe(true);
    await endGrant(objectPath);
    await sweep();
    expect(await isStored(objectPath)).toBe(false);
    expect(await isStored(`attachments/${id}`)).toBe(true);
  });

  it.each<[what: string, remove: (attachment: { id: string; ticketId: string }) => Promise<unknown>]>([
    ['attachment', ({ id }) => sql('DELETE FROM attachments.attachments WHERE id = $1', [id])],
    ['ticket', ({ ticketId }) => sql('DELETE FROM core.tickets WHERE id = $1', [ticketId])],
    [
      'location',
      ({ ticketId }) =>
        sql('DELETE FROM core.locations WHERE id = (SELECT location_id FROM core.tickets WHERE id = $1)', [
          ticketId,
        ]),
    ],
  ])('removes the file of a deleted %s', async (_what, remove) => {
    const locationId = await insertLocation(service.backends, randomUUID(), service.managerA);
    const ticketId = await insertTicket(service.backends, locationId);
    const attachment = await attach(service, service.managerA, ticketId);
    await remove(attachment);
    expect(await isStored(`attachments/${attachment.id}`)).toBe(true);
    await sweep();
    expect(await isStored(`attachments/${attachment.id}`)).toBe(false);
    expect(await outbox()).toBe(0);
  });

  it("keeps a deleted user's attachments and removes their unrecorded uploads", async () => {
    const user = await createTestUser(service.backends, service.config, { role: 'admin' });
    const attachment = await attach(service, user, service.ticketA);
    const { objectPath } = await storeUpload(service, user);
    await sql('DELETE FROM auth.users WHERE id = $1', [user.userId]);
    await sweep();
    expect(await isStored(objectPath)).toBe(false);
    expect(await isStored(`attachments/${attachment.id}`)).toBe(true);
    const { body } = await service.call(service.admin, 'GET', `/api/tickets/${service.ticketA}/attachments`);
    expect(body).toContainEqual({ ...attachment, uploadedBy: null });
  });

  it('removes the copy of a service that crashed before recording it', async () => {
    const { objectPath } = await storeUpload(service, service.managerA);
    const removals = service.app.get(ObjectRemovals);
    const { objectKey: copy } = await removals.announce('attachments');
    const object = await service.storage.inspect(objectPath);
    await service.storage.copy(objectPath, object?.version ?? '', copy);
    await sweep();
    expect(await isStored(copy)).toBe(true);

    await sql("UPDATE attachments.object_removals SET due_at = due_at - interval '1 hour'");
    await sweep();
    expect(await isStored(copy)).toBe(false);
    // The upload itself can still be recorded.
    expect(await isStored(objectPath)).toBe(true);
  });

  it('and a record that took too long: one of them wins', async () => {
    const removals = service.app.get(ObjectRemovals);
    const removal = await removals.announce('attachments');
    await sql("UPDATE attachments.object_removals SET due_at = now() - interval '1 second'");
    await removals.take(10);
    await expect(
      service.app.get(DataSource).transaction((manager) => removals.cancel(manager, removal)),
    ).rejects.toMatchObject({ status: 503 });
    await sql('DELETE FROM attachments.object_removals');
  });

  it('retries what the storage failed to remove', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA);
    await sweep();
    const key = `attachments/${id}`;
    await sql('DELETE FROM attachments.attachments WHERE id = $1', [id]);
    const refusing = { remove: () => Promise.reject(new Error('refused')) };
    await anotherSweeper(refusing).sweep();
    expect([await isStored(key), await outbox()]).toEqual([true, 1]);

    // Not at once, but when it is due again.
    await sweep();
    expect(await isStored(key)).toBe(true);
    await sql("UPDATE attachments.object_removals SET due_at = now() - interval '1 s'");
    await sweep();
    expect([await isStored(key), await outbox()]).toEqual([false, 0]);
  });

  it('shares the work between replicas without duplicates', async () => {
    await sql(
      `INSERT INTO attachments.object_removals (object_key)
       SELECT 'uploads/' || uuidv7() FROM generate_series(1, 200)`,
    );
    const removed: string[] = [];
    const counting = {
      remove: (key: string) => {
        removed.push(key);
        return service.storage.remove(key);
      },
    };
    await Promise.all([1, 2, 3, 4].map(() => anotherSweeper(counting).sweep()));
    expect([removed.length, new Set(removed).size, await outbox()]).toEqual([200, 200, 0]);
  });
});
