import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import {
  type CheckPhotoGrantResponse,
  checkPhotoGrantResponse,
} from '../src/check-photos/check-photos.schemas.ts';
import { expectRefusal, photo, statusesOf } from './report-photo-scene.ts';
import { insertRun, STEP_ID } from './core-rows.ts';
import { upload } from './file-calls.ts';
import { faultyFields, useService } from './running-service.ts';

const service = useService();
const { sql, sweep } = service;

const addressOf = (runId: string) => `/api/checklist-runs/${runId}/photos`;
const ask = (runId: string, stepId = STEP_ID, caller = service.managerA) =>
  service.call(caller, 'POST', addressOf(runId), { stepId });
const done = (runId: string, id: string, caller = service.managerA) =>
  service.call(caller, 'POST', `${addressOf(runId)}/${id}/done`);
/** A granted upload with its file. */
async function send(runId: string, bytes?: Buffer<ArrayBuffer>): Promise<CheckPhotoGrantResponse> {
  const granted = checkPhotoGrantResponse.parse((await ask(runId)).body);
  expect(await upload(granted.uploadURL, bytes ?? (await photo()))).toBe(200);
  return granted;
}
const shownOf = async (runId: string) =>
  (await sql('SELECT id, step_id FROM core.checklist_photos WHERE run_id = $1', [runId])).rows as unknown[];
const read = (runId: string, id: string, { cookie } = service.managerA) =>
  fetch(`${service.url}${addressOf(runId)}/${id}`, { headers: { cookie } });

it('a photo of a step is recorded once, upright, without metadata, and shown to those who see the run', async () => {
  const runId = await insertRun(service);
  const { id } = await send(runId);
  const responses = await Promise.all([done(runId, id), done(runId, id), done(runId, id)]);
  responses.push(await done(runId, id));
  expect(responses.map(({ status, body }) => [status, body])).toEqual(
    Array(4).fill([200, { id, url: `${addressOf(runId)}/${id}` }]),
  );
  expect(await shownOf(runId)).toEqual([{ id, step_id: STEP_ID }]);
  // For whoever has read it before.
  const { rows } = await sql('SELECT version FROM core.checklist_runs WHERE id = $1', [runId]);
  expect(rows).toEqual([{ version: 2 }]);
  const shown = await read(runId, id);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  const { width, height, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect([width, height, exif]).toEqual([480, 640, undefined]);
  expect((await read(runId, id, service.managerB)).status).toBe(404);
  // It goes with its run, and the upload at once.
  await sql('DELETE FROM core.checklist_runs WHERE id = $1', [runId]);
  await sweep();
  const keys = [];
  for await (const page of service.storage.list()) keys.push(...page.map(({ key }) => key));
  expect(keys).toEqual([]);
});

it('a step has three photos', async () => {
  const runId = await insertRun(service);
  const grants = [];
  for (let count = 0; count < 4; count += 1) grants.push(await send(runId));
  const responses = await Promise.all(grants.map(({ id }) => done(runId, id)));
  expect(statusesOf(responses)).toEqual([200, 200, 200, 409]);
  expectRefusal(await ask(runId), 409, /at most 3 photos/);
  expect(await shownOf(runId)).toHaveLength(3);
});

it('is refused for another step, a run that is done, what is no photo, and another user', async () => {
  const runId = await insertRun(service);
  const other = await ask(runId, randomUUID());
  expect([other.status, faultyFields(other)]).toEqual([400, ['stepId']]);
  expect((await ask(runId, STEP_ID, service.managerB)).status).toBe(404);
  const text = await send(runId, Buffer.from('no photo'));
  expectRefusal(await done(runId, text.id), 422, /cannot be read/);
  expect((await done(runId, text.id)).status).toBe(404);
  const { id } = await send(runId);
  expect((await done(runId, id, service.admin)).status).toBe(404);
  await sql("UPDATE core.checklist_runs SET state = 'done', completed_at = now() WHERE id = $1", [runId]);
  expectRefusal(await done(runId, id), 409, /finished/);
  expectRefusal(await ask(runId), 409, /finished/);
  expect(await shownOf(runId)).toEqual([]);
});
