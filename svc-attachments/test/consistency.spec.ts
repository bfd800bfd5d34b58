import { beforeEach, describe, expect, it } from '@jest/globals';
import { describeOnlyEnv } from '@mainstay/service-kit';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { z } from 'zod';
import { ConsistencyCheck, type Discrepancy } from '../src/consistency/consistency-check.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';
import { insertReport, insertTicket } from './core-rows.ts';
import { attach, picture, storeUpload } from './file-calls.ts';
import { until, useService } from './running-service.ts';

/** The command as in production. */
const command = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: number | string | null | undefined; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/consistency.js', ...args],
      { env, timeout: 50_000 },
      (error, output, errors) => resolve({ code: error === null ? 0 : error.code, output, errors }),
    );
  });

describe('the consistency check', () => {
  const service = useService();
  const { sql, sweep } = service;
  beforeEach(sweep);
  // More objects than one page of a list.
  const moreThanAPage = 501;

  const check = async (repair = false, pool: Pool = service.backends.admin) => {
    const found: Discrepancy[] = [];
    const report = (discrepancy: Discrepancy) => found.push(discrepancy);
    const summary = await new ConsistencyCheck(pool, service.storage).run({ repair, report });
    return { found, summary };
  };
  const attachPicture = async () => {
    const { managerA, ticketA } = service;
    const attached = await attach(service, managerA, ticketA, await picture(), 'a.jpg', 'image/jpeg');
    return { ...attached, thumbnailKey: await thumbnailOf(attached.id) };
  };
  /** The key of a thumbnail, once it exists. */
  const thumbnailOf = (id: string): Promise<string> =>
    until(async () => {
      const { rows } = await sql(
        'SELECT object_key FROM attachments.thumbnails WHERE attachment_id = $1 AND object_key IS NOT NULL',
        [id],
      );
      return z.tuple([z.object({ object_key: z.string() })]).safeParse(rows).data?.[0].object_key;
    });
  const strayObject = async (area = 'attachments', ageInHours = 25) => {
    const key = `${area}/${randomUUID()}`;
    await service.storage.store(key, Buffer.from('stray'));
    const storedAt = new Date(Date.now() - ageInHours * 3_600_000);
    await utimes(join(service.directory, key), storedAt, storedAt);
    return key;
  };
  it('knows the photos of reports, until their URLs have expired', async () => {
    const { id: reportId } = await insertReport(service.backends, service.ticketA);
    const stray = await strayObject('uploads');
    const [, id] = stray.split('/');
    await sql(
      `INSERT INTO attachments.report_photos (id, report_id, expires_at, recorded_at)
       VALUES ($1, $2, now() + interval '1 minute', now())`,
      [id, reportId],
    );
    expect((await check()).found).toEqual([]);
    await sql('UPDATE attachments.report_photos SET expires_at = NULL WHERE id = $1', [id]);
    expect((await check(true)).found).toMatchObject([
      { what: 'object without row', key: stray, isRepaired: true },
    ]);
    await sweep();
    expect(await service.storage.inspect(stray)).toBeUndefined();
  });

  it('reports nothing after normal operations', async () => {
    const withThumbnail = await attachPicture();
    await attach(service, service.managerA, service.ticketA);
    await storeUpload(service, service.managerA);
    const deleted = await attach(service, service.managerA, service.ticketA);
    await service.call(service.managerA, 'DELETE', `/api/attachments/${deleted.id}`);
    const gone = await insertTicket(service.backends, service.locationA);
    await attach(service, service.managerA, gone);
    await sql('DELETE FROM core.tickets WHERE id = $1', [gone]);
    expect((await check()).found).toEqual([]);

    await sweep();
    const { found, summary } = await check();
    expect(found).toEqual([]);
    expect(summary).toMatchObject({ discrepancies: 0, repaired: 0 });
    expect(summary.objects).toBeGreaterThanOrEqual(4);
    expect(await service.storage.inspect(withThumbnail.thumbnailKey)).toBeDefined();
  });

  it('reports a row without object, and does not repair it', async () => {
    const { id } = await attach(service, service.managerA, service.ticketA, 'x', 'oven "1".txt');
    const key = `attachments/${id}`;
    await service.storage.remove(key);
    for (const repair of [false, true]) {
      expect((await check(repair)).found).toEqual([
        {
          what: 'attachment without object',
          key,
          detail: `ticket ${service.ticketA}, "oven \\"1\\".txt"`,
          isRepaired: false,
        },
      ]);
    }
    expect((await sql('SELECT FROM attachments.attachments WHERE id = $1', [id])).rowCount).toBe(1);
    await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
    expect((await check()).found).toEqual([]);
  });

  it('reports a thumbnail without object, and has it created again', async () => {
    const { id, thumbnailKey } = await attachPicture();
    await service.storage.remove(thumbnailKey);
    const expected = { what: 'thumbnail without object', key: thumbnailKey, detail: `attachment ${id}` };
    expect((await check()).found).toEqual([{ ...expected, isRepaired: false }]);
    expect((await check(true)).found).toEqual([{ ...expected, isRepaired: true }]);
    service.app.get(ThumbnailMaker).run();
    expect(await service.storage.inspect(await thumbnailOf(id))).toBeDefined();
    expect((await check()).found).toEqual([]);
  });

  it('reports objects without row, and has those older than a day removed', async () => {
    const old = [await strayObject('uploads'), await strayObject(), await strayObject('thumbnails')];
    const young = await strayObject('attachments', 23);
    const recorded = await attach(service, service.managerA, service.ticketA);
    const { found } = await check();
    expect(found.map(({ what, key, isRepaired }) => [what, key, isRepaired]).sort()).toEqual(
      [...old, young].map((key) => ['object without row', key, false]).sort(),
    );
    for (const key of old) expect(await service.storage.inspect(key)).toBeDefined();

    const repaired = await check(true);
    expect(repaired.summary).toMatchObject({ discrepancies: 4, repaired: 3 });
    await sweep();
    for (const key of old) expect(await service.storage.inspect(key)).toBeUndefined();
    expect(await service.storage.inspect(young)).toBeDefined();
    expect(await service.storage.inspect(`attachments/${recorded.id}`)).toBeDefined();
    await service.storage.remove(young);
    expect((await check()).found).toEqual([]);
  });

  it('reads more than a page of rows and objects', async () => {
    const ticketId = await insertTicket(service.backends, service.locationA);
    await sql(
      `INSERT INTO attachments.attachments (ticket_id, file_name, file_size, object_path)
       SELECT $1, 'none', 0, 'uploads/' || n FROM generate_series(1, 501) n`,
      [ticketId],
    );
    const { found } = await check();
    expect(found.filter(({ what }) => what === 'attachment without object')).toHaveLength(501);
    await sql('DELETE FROM core.tickets WHERE id = $1', [ticketId]);
    await sweep();
    const strays: string[] = [];
    // Fifty at once: on a busy machine, the disk would not respond to all of them in time.
    for (let left = moreThanAPage; left > 0; left -= 50) {
      const next = Array.from({ length: Math.min(50, left) }, () => strayObject());
      strays.push(...(await Promise.all(next)));
    }
    expect((await check(true)).summary).toMatchObject({
      discrepancies: moreThanAPage,
      repaired: moreThanAPage,
    });
    await sweep();
    expect(await service.storage.inspect(strays[0] ?? '')).toBeUndefined();
    expect((await check()).found).toEqual([]);
  });

  it('is not misled by concurrent changes', async () => {
    const traffic = { rounds: 0 };
    const driving = (async () => {
      for (; traffic.rounds < 20; traffic.rounds += 1) {
        const { id } = await attach(service, service.managerA, service.ticketA);
        await service.call(service.managerA, 'DELETE', `/api/attachments/${id}`);
        await sweep();
      }
    })();
    let checks = 0;
    for (; traffic.rounds < 20; checks += 1) expect((await check(true)).found).toEqual([]);
    await driving;
    expect(checks).toBeGreaterThan(1);
  });

  it('is a command with an exit code for its result', async () => {
    const key = await strayObject();
    const env = { ...service.backends.envFor('svc_attachments'), STORAGE_DIR: service.directory };
    const faulty = await command([], env);
    expect([faulty.code, faulty.output.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^object without row: ${key} \\(since .*Z\\)$`)),
    ]);
    const repaired = await command(['--repair'], env);
    expect([repaired.code, repaired.output]).toEqual([0, expect.stringContaining('1 repaired.')]);
    await sweep();
    expect(await service.storage.inspect(key)).toBeUndefined();
  }, 120_000);
});

it('has a separate exit code when the check fails', async () => {
  const { code, output, errors } = await command([], { ...describeOnlyEnv, STORAGE_DIR: '.' });
  expect([code, output]).toEqual([2, '']);
  expect(errors).toMatch(/^The check failed\. .*ECONNREFUSED/);
}, 60_000);
