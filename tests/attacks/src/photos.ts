import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Family } from './attack.ts';
import { type ApiResponse, pathOf, textOf } from './caller.ts';
import type { Stage } from './stage.ts';

const MAX = 10_485_760;
const MAX_PHOTOS = 5;
/** Of a report in an hour. */
const MAX_GRANTS = 20;
/** What refusing a bomb may take. */
const REFUSED_WITHIN_MS = 5000;

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
async function newReport(stage: Stage): Promise<{ token: string; path: string; ticketId: string }> {
  await stage.forgetTries();
  const token = await stage.report(await stage.createCode(stage.storeA));
  const { rows } = await stage.database.query<{ ticketId: string }>(
    'SELECT ticket_id AS "ticketId" FROM core.intake_reports WHERE tracking_hash = $1',
    [createHash('sha256').update(token).digest()],
  );
  return { token, path: `/api/intake/track/${token}/photos`, ticketId: rows[0]?.ticketId ?? '' };
}

/** Sends bytes as a photo. @returns the response to `done`, the photo's id and where it was uploaded */
async function plant(
  { anonymous }: Stage,
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
async function recordedOn({ managerA }: Stage, ticketId: string) {
  const { body } = await managerA.ask('GET', `/api/tickets/${ticketId}/attachments`);
  return body as { id: string; fileType: string; fileSize: number; objectPath: string }[];
}

async function download({ managerA, anonymous }: Stage, id: string): Promise<ApiResponse> {
  const response = await managerA.ask('GET', `/api/attachments/${id}/download`);
  return anonymous.ask('GET', pathOf(textOf(response, 'downloadURL')));
}

/** A PNG of one colour: few bytes for however many pixels. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF that says it has 65,535 x 65,535 pixels. */
const hugeGif = Buffer.from('474946383961ffffffff800000000000ffffff2c00000000ffffffff0002024401003b', 'hex');

const script = '<script>alert(document.domain)</script>';

export const photos: Family = {
  async 'plants what is no picture'(stage, trial) {
    const { path, ticketId } = await newReport(stage);
    for (const [what, content, type] of [
      ['a page', `<!doctype html>${script}`, 'image/jpeg'],
      ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`, 'image/svg+xml'],
      [
        'an SVG with a file',
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
        'image/png',
      ],
      [
        'a PDF',
        '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF',
        'image/jpeg',
      ],
      ['a script behind the start of a GIF', 'GIF89a=1;alert(1)', 'image/gif'],
      ['a page behind the start of a JPEG', `\u00ff\u00d8\u00ff\u00e0${script}`, 'image/jpeg'],
      [
        'an ImageMagick script',
        'push graphic-context\nimage over 0,0 1,1 "|id"\npop graphic-context',
        'image/png',
      ],
      ['a program', `\u007fELF${'\u0000'.repeat(100)}`, 'image/webp'],
      ['nothing', '', 'image/jpeg'],
    ] as const) {
      const { response } = await plant(stage, path, Buffer.from(content, 'latin1'), type);
      trial.expect(what, response.status, 422);
      trial.expect(`${what}: in words`, /cannot be read as a photo/.test(textOf(response, 'detail')), true);
    }
    trial.expect('recorded', (await recordedOn(stage, ticketId)).length, 0);
  },

  async 'hides something in a picture'(stage, trial) {
    const { path, ticketId } = await newReport(stage);
    const segment = (marker: number, text: string): Buffer =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text)]);
    const secret = `Hidden${randomUUID()}`;
    const rest = jpeg.subarray(2);
    for (const [what, bytes] of [
      ['after its end', Buffer.concat([jpeg, Buffer.from(script + secret)])],
      ['an archive after its end', Buffer.concat([jpeg, Buffer.from(`PK\u0003\u0004${secret}`)])],
      ['in a comment', Buffer.concat([jpeg.subarray(0, 2), segment(0xfe, script + secret), rest])],
      ['in its EXIF', Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, `Exif\0\0${secret}`), rest])],
      [
        'in its XMP',
        Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`), rest]),
      ],
    ] as const) {
      const { response } = await plant(stage, path, bytes, 'text/html');
      trial.expect(what, response.status, 200);
      const [photo] = await recordedOn(stage, ticketId);
      const { text, headers } = await download(stage, photo?.id ?? '');
      trial.expect(`${what}: its type`, photo?.fileType, 'image/jpeg');
      trial.expect(`${what}: what is left`, /Hidden|script|PK|Exif|adobe/.exec(text)?.[0], undefined);
      trial.expect(
        `${what}: disposition`,
        String(headers['content-disposition']).split(';')[0],
        'attachment',
      );
      trial.expect(`${what}: served as`, headers['content-type'], 'application/octet-stream');
    }
  },

  async 'sends what is small and decodes to something huge'(stage, trial) {
    const { path, ticketId } = await newReport(stage);
    let slowest = 0;
    for (const [what, bytes, words] of [
      ['256 megapixels in a PNG', flatPng(16_000, 16_000), /too many pixels/],
      ['51 lines of a million pixels', flatPng(1_000_000, 51), /too many pixels/],
      ['four gigapixels in a GIF', hugeGif, /cannot be read/],
    ] as const) {
      const { response } = await plant(stage, path, bytes, 'image/png');
      trial.expect(what, response.status, 422);
      trial.expect(`${what}: in words`, words.test(textOf(response, 'detail')), true);
      slowest = Math.max(slowest, response.milliseconds);
    }
    trial.expect('refused', slowest < REFUSED_WITHIN_MS ? 'quickly' : `${slowest} ms`, 'quickly');
    const { anonymous } = stage;
    const upload = pathOf(textOf(await anonymous.ask('POST', path), 'uploadURL'));
    trial.expect(
      '10 MB and a byte',
      (await anonymous.ask('PUT', upload, Buffer.alloc(MAX + 1))).status,
      413,
      0,
    );
    const [bare = '', query = ''] = upload.split('?');
    const larger = new URLSearchParams(query);
    larger.set('max', String(10 * MAX));
    trial.expect(
      'another maximum',
      (await anonymous.ask('PUT', `${bare}?${larger.toString()}`, 'x')).status,
      403,
    );
    trial.expect('recorded', (await recordedOn(stage, ticketId)).length, 0);
    trial.figure = `the slowest was refused after ${slowest.toFixed(0)} ms`;
  },

  async 'replaces a photo after it was recorded, and downloads the original'(stage, trial) {
    const { anonymous, managerA } = stage;
    const { path, ticketId } = await newReport(stage);
    const { id, upload, response } = await plant(stage, path, jpeg);
    trial.expect('recorded', response.status, 200);
    const [photo] = await recordedOn(stage, ticketId);
    const before = (await download(stage, photo?.id ?? '')).text;
    await anonymous.ask('PUT', upload, Buffer.from(`<!doctype html>${script}`));
    trial.expect('done again', (await anonymous.ask('POST', `${path}/${id}/done`)).status, 200);
    trial.expect('bytes', (await download(stage, photo?.id ?? '')).text === before, true);
    trial.expect('photos', (await recordedOn(stage, ticketId)).length, 1);
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
    trial.expect('photos afterwards', (await recordedOn(stage, ticketId)).length, 1);
  },

  async 'records photos of others, or guesses'(stage, trial) {
    const { anonymous, admin } = stage;
    const [mine, theirs] = [await newReport(stage), await newReport(stage)];
    const granted = await anonymous.ask('POST', theirs.path);
    const id = textOf(granted, 'id');
    await anonymous.ask('PUT', pathOf(textOf(granted, 'uploadURL')), jpeg);
    const { text: nothing } = await anonymous.ask('POST', `/api/intake/track/${'a'.repeat(26)}/photos`);
    const unknown = `/api/intake/track/${mine.token.slice(0, 25)}${mine.token.endsWith('a') ? 'e' : 'a'}/photos`;
    for (const attempt of [
      `${mine.path}/${id}/done`,
      `${mine.path}/${randomUUID()}/done`,
      `${mine.path}/${id}'/done`,
      `${unknown}/${id}/done`,
      unknown,
      `/api/intake/track/x/photos/${id}/done`,
    ]) {
      for (const caller of [anonymous, admin]) {
        const { status, text } = await caller.ask('POST', attempt);
        trial.expect(attempt, `${status} ${text}`, `404 ${nothing}`);
      }
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, text } = await anonymous.ask(method, unknown);
      trial.expect(`${method} ${unknown}`, `${status} ${text}`, `404 ${nothing}`);
    }
    trial.expect('recorded on mine', (await recordedOn(stage, mine.ticketId)).length, 0);
    trial.expect('recorded on theirs', (await recordedOn(stage, theirs.ticketId)).length, 0);
    trial.expect('their own', (await anonymous.ask('POST', `${theirs.path}/${id}/done`)).status, 200);
  },

  async 'adds a sixth photo, and collects addresses to upload to'(stage, trial) {
    const { anonymous } = stage;
    const { path } = await newReport(stage);
    const responses = await Promise.all(Array.from({ length: 20 }, () => anonymous.ask('POST', path)));
    trial.expect(
      'granted of 20 at once',
      responses.filter(({ status }) => status === 201).length,
      MAX_PHOTOS,
    );
    trial.expect('the others', responses.filter(({ status }) => status === 409).length, 20 - MAX_PHOTOS);

    const other = await newReport(stage);
    let granted = 0;
    for (let sent = 0; sent < MAX_GRANTS + 5; sent += 1) {
      const response = await anonymous.ask('POST', other.path);
      if (response.status === 201) {
        granted += 1;
        await anonymous.ask('PUT', pathOf(textOf(response, 'uploadURL')), 'no photo');
        const done = await anonymous.ask('POST', `${other.path}/${textOf(response, 'id')}/done`);
        trial.expect('no photo', done.status, 422);
      } else {
        trial.expect(
          'refusal',
          `${response.status} ${Number(response.headers['retry-after']) > 0}`,
          '429 true',
        );
      }
    }
    trial.expect('granted in an hour', granted, MAX_GRANTS);
    await stage.forgetTries();
  },
};
