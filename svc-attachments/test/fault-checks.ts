import { expect } from '@jest/globals';
import { ConsistencyCheck, type Discrepancy } from '../src/consistency/consistency-check.ts';
import { photoGrantResponse } from '../src/public-photos/public-photos.schemas.ts';
import { type Storage, STORAGE } from '../src/storage/storage.ts';
import { ThumbnailMaker } from '../src/thumbnails/thumbnail-maker.ts';
import { insertReport } from './core-rows.ts';
import { picture, upload } from './file-calls.ts';
import { type ApiResponse, type RunningService, until } from './running-service.ts';

export const recordPhoto = (service: RunningService, path: string, url = service.url) =>
  service.call(undefined, 'POST', path, undefined, {}, url);

/** Uploads a photo of a new report. Returns the path of the call that records it. */
export async function storePhoto(service: RunningService): Promise<string> {
  const { token } = await insertReport(service.backends, service.ticketA);
  const path = `/api/intake/track/${token}/photos`;
  const { id, uploadURL } = photoGrantResponse.parse((await service.call(undefined, 'POST', path)).body);
  expect(await upload(uploadURL, await picture())).toBe(200);
  return `${path}/${id}/done`;
}

export const countRows = async ({ backends }: RunningService) =>
  (await backends.admin.query('SELECT FROM attachments.attachments')).rowCount ?? 0;

export const isUnavailable = ({ status, headers }: ApiResponse) =>
  status === 503 && Number(headers.get('retry-after')) > 0;

/**
 * Runs everything that is due, and expects that database and storage match and only recorded objects are left. The
 * service may be creating a thumbnail meanwhile, whose object is stored before its row.
 */
export async function expectConsistency(service: RunningService): Promise<void> {
  const { admin } = service.backends;
  await until(async () => {
    await admin.query(
      "UPDATE attachments.thumbnails SET due_at = now() - interval '1 s' WHERE due_at IS NOT NULL",
    );
    await service.app.get(ThumbnailMaker).makeAll();
    for (const table of ['upload_grants', 'report_photos']) {
      await admin.query(
        `UPDATE attachments.${table} SET granted_at = now() - interval '9 days', expires_at = now() - interval '2 hours'
         WHERE expires_at IS NOT NULL`,
      );
    }
    await admin.query("UPDATE attachments.object_removals SET due_at = now() - interval '1 s'");
    await service.sweep();
    return (await countObjectsWithoutRow(service)) === 0;
  });
}

/** Objects that no attachment or thumbnail needs, also those whose removal is queued. Expects no discrepancy. */
async function countObjectsWithoutRow({ app, backends }: RunningService): Promise<number> {
  const found: Discrepancy[] = [];
  const check = new ConsistencyCheck(backends.admin, app.get<Storage>(STORAGE));
  const { objects } = await check.run({ repair: false, report: (discrepancy) => found.push(discrepancy) });
  expect(found).toEqual([]);
  const { rows } = await backends.admin.query<{ count: number }>(
    `SELECT ((SELECT count(*) FROM attachments.attachments)
      + (SELECT count(*) FROM attachments.thumbnails WHERE object_key IS NOT NULL))::int AS count`,
  );
  return objects - (rows[0]?.count ?? 0);
}
