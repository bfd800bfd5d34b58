import { createHash } from 'node:crypto';
import { test } from './attack.ts';
import { type ApiResponse, pathOf, textOf } from '@mainstay/test-kit';
import type { Setup } from './setup.ts';

/** A JPEG of 16 x 16 pixels. */
const jpeg = Buffer.from(
  '/9j/2wBDABsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////' +
    '2wBDARsbGxscGx4hIR4qLSgtKj04MzM4PV1CR0JHQl2NWGdYWGdYjX2Xe3N7l33gsJycsOD/2c7Z////////////////wgAR' +
    'CAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAAAAAAAAADBf/aAAwDAQACEAMQ' +
    'AAAAjA0f/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPwAf/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAgEBPwB/' +
    '/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAgBAwEBPwB//9k=',
  'base64',
);

/** A tracking token of a new report at store A, and the path of its photos. */
async function newReport(setup: Setup): Promise<{ token: string; path: string; ticketId: string }> {
  await setup.forgetTries();
  const token = await setup.report(await setup.createCode(setup.storeA));
  const { rows } = await setup.database.query<{ ticketId: string }>(
    'SELECT ticket_id AS "ticketId" FROM core.intake_reports WHERE tracking_hash = $1',
    [createHash('sha256').update(token).digest()],
  );
  return { token, path: `/api/intake/track/${token}/photos`, ticketId: rows[0]?.ticketId ?? '' };
}

/** Sends bytes as a photo. @returns the response to `done`, the photo's id and where it was uploaded */
async function plant(
  { anonymous }: Setup,
  path: string,
  bytes: Buffer,
  type = 'image/jpeg',
): Promise<{ response: ApiResponse; id: string; upload: string }> {
  const granted = await anonymous.ask('POST', path);
  const [id, upload] = [textOf(granted, 'id'), pathOf(textOf(granted, 'uploadURL'))];
  await anonymous.ask('PUT', upload, bytes, { 'content-type': type });
  return { id, upload, response: await anonymous.ask('POST', `${path}/${id}/done`) };
}

/** What was recorded on a ticket, the newest first. */
async function recordedOn({ managerA }: Setup, ticketId: string) {
  const { body } = await managerA.ask('GET', `/api/tickets/${ticketId}/attachments`);
  return body as { id: string; fileType: string; fileSize: number; objectPath: string }[];
}

async function download({ managerA, anonymous }: Setup, id: string): Promise<ApiResponse> {
  const response = await managerA.ask('GET', `/api/attachments/${id}/download`);
  return anonymous.ask('GET', pathOf(textOf(response, 'downloadURL')));
}

const script = '<script>alert(document.domain)</script>';

test('replaces a photo after it was recorded, and downloads the original', async (setup, trial) => {
  const { anonymous, managerA } = setup;
  const { path, ticketId } = await newReport(setup);
  const { id, upload, response } = await plant(setup, path, jpeg);
  trial.expect('recorded', response.status, 200);
  const [photo] = await recordedOn(setup, ticketId);
  const before = (await download(setup, photo?.id ?? '')).text;
  await anonymous.ask('PUT', upload, Buffer.from(`<!doctype html>${script}`));
  trial.expect('done again', (await anonymous.ask('POST', `${path}/${id}/done`)).status, 200);
  trial.expect('bytes', (await download(setup, photo?.id ?? '')).text === before, true);
  trial.expect('photos', (await recordedOn(setup, ticketId)).length, 1);
  trial.expect('reading with the write address', (await anonymous.ask('GET', upload)).status, 403, 404);
  // What was uploaded belongs to nobody who could record it as a file of their own.
  const recorded = await managerA.ask('POST', `/api/tickets/${ticketId}/attachments`, {
    fileName: 'original.jpg',
    fileSize: 61,
    objectPath: photo?.objectPath,
  });
  trial.expect('recording the original', recorded.status, 404);
  const equal = await Promise.all(
    Array.from({ length: 10 }, () => anonymous.ask('POST', `${path}/${id}/done`)),
  );
  trial.expect('ten times at once', equal.filter(({ status }) => status === 200).length, 10);
  trial.expect('photos afterwards', (await recordedOn(setup, ticketId)).length, 1);
});
