import { freePort, residentMegabytes } from '@mainstay/test-kit';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import sharp from 'sharp';
import { createDataset, type Dataset, dropDataset } from './data.ts';
import { type AttachmentsService, type FileServer, startAttachments, startGateway } from './file-servers.ts';
import { phonePhoto, SKY } from './phone-photo.ts';
import { atLeast, atMost, type Bench, row } from './row.ts';

const PHOTOS = 20;
const QUICK_PHOTOS = 4;
const PHOTOS_OF_A_REPORT = 5;

const MAX_STORED_MB = 2;
const MAX_GROWTH_MB = 256;
const LONGEST_SIDE = 2048;

/** As people count photos: 2 MB are two million bytes. */
const MB = 1_000_000;

/** What became of one photo. */
interface Recorded {
  sentMb: number;
  storedMb: number;
  ms: number;
  isUpright: boolean;
  hasMetadata: boolean;
}

/** Photos as phones take them, sent with the tracking token of a report, and what is stored of them. */
export const photos: Bench = async ({ isQuick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-photos-'));
  const servers: FileServer[] = [];
  const dataset = await createDataset('bench_photos', 100);
  try {
    const [servicePort, gatewayPort] = [await freePort(), await freePort()];
    const service = await startAttachments(dataset, {
      port: servicePort,
      publicUrl: `http://127.0.0.1:${gatewayPort}`,
      directory: join(folder, 'objects'),
      maxBytes: 10 * 1024 * 1024,
    });
    servers.push(service);
    const gateway = await startGateway(folder, {
      port: gatewayPort,
      upstreams: { attachments: `127.0.0.1:${servicePort}` },
      registryDir: join(folder, 'registry'),
      storageDir: join(folder, 'objects'),
    });
    servers.push(gateway);

    const count = isQuick ? QUICK_PHOTOS : PHOTOS;
    // Painted beforehand, because that keeps this process busy.
    const taken: Buffer[] = [];
    for (let number = 0; number < count; number += 1) taken.push(await phonePhoto(number));
    const recorded: Recorded[] = [];
    const before = await residentMegabytes(service.pid);
    const watched = watch(service, gateway, dataset);
    let token = '';
    for (const [number, photo] of taken.entries()) {
      if (number % PHOTOS_OF_A_REPORT === 0) token = await report(dataset, number);
      recorded.push(await send(gateway, dataset, token, photo));
    }
    const { mostMb, slowestMs } = await watched.end();
    const figures = (of: (photo: Recorded) => number) => recorded.map(of);
    return [
      row(
        'a photo of 48 megapixels as it is sent',
        'MB',
        figures(({ sentMb }) => sentMb),
      ),
      row(
        'the same as it is stored',
        'MB',
        figures(({ storedMb }) => storedMb),
      ),
      row(
        `the largest of ${count} as it is stored`,
        'MB',
        [Math.max(...figures(({ storedMb }) => storedMb))],
        atMost(MAX_STORED_MB, 'figure'),
      ),
      row(
        `upright, of ${count}`,
        'photos',
        [recorded.filter(({ isUpright }) => isUpright).length],
        atLeast(count, 'figure'),
      ),
      row(
        `with a place, a camera or other metadata, of ${count}`,
        'photos',
        [recorded.filter(({ hasMetadata }) => hasMetadata).length],
        atMost(0, 'figure'),
      ),
      row(
        'recording one (`done`)',
        'ms',
        figures(({ ms }) => ms),
      ),
      row('the slowest list of attachments meanwhile', 'ms', [slowestMs]),
      row('svc-attachments grows at most', 'MB', [mostMb - before], atMost(MAX_GROWTH_MB, 'figure')),
    ];
  } finally {
    for (const server of servers) await server.stop();
    await dropDataset(dataset);
    await rm(folder, { recursive: true, force: true });
  }
};

/** A report on the ticket. @returns its tracking token */
async function report({ adminUrl, ticketId }: Dataset, number: number): Promise<string> {
  const token = `${'abcdefghijklmnopqrstuvwxy'.slice(number)}${'z'.repeat(number)}a`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO core.intake_reports (ticket_id, description, urgency, language, tracking_hash)
       VALUES ($1, 'It is cold.', 'high', 'en', $2)`,
      [ticketId, createHash('sha256').update(token).digest()],
    );
  } finally {
    await client.end();
  }
  return token;
}

async function send(gateway: FileServer, dataset: Dataset, token: string, photo: Buffer): Promise<Recorded> {
  const call = async (method: string, path: string, cookie?: string): Promise<unknown> => {
    const response = await fetch(gateway.url + path, { method, headers: { ...(cookie && { cookie }) } });
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const path = `/api/intake/track/${token}/photos`;
  const { id, uploadURL } = (await call('POST', path)) as { id: string; uploadURL: string };
  const uploaded = await fetch(uploadURL, { method: 'PUT', body: Buffer.from(photo) });
  if (!uploaded.ok) throw new Error(`the upload returned ${uploaded.status}`);
  const begun = performance.now();
  await call('POST', `${path}/${id}/done`);
  const ms = performance.now() - begun;

  const list = `/api/tickets/${dataset.ticketId}/attachments?limit=1`;
  const [attachment] = (await call('GET', list, dataset.cookie)) as { id: string }[];
  const download = `/api/attachments/${attachment?.id ?? ''}/download`;
  const { downloadURL } = (await call('GET', download, dataset.cookie)) as { downloadURL: string };
  const stored = Buffer.from(await (await fetch(downloadURL)).arrayBuffer());
  return { sentMb: photo.length / MB, storedMb: stored.length / MB, ms, ...(await inspected(stored)) };
}

async function inspected(stored: Buffer): Promise<Pick<Recorded, 'isUpright' | 'hasMetadata'>> {
  const { width, height, exif, xmp, iptc, icc, comments, orientation } = await sharp(stored).metadata();
  const mean = async (top: number): Promise<number[]> => {
    const strip = await sharp(stored).extract({ left: 0, top, width, height: 100 }).toBuffer();
    return (await sharp(strip).stats()).channels.map((channel) => channel.mean);
  };
  const isSky = ([red = 0, green = 0, blue = 0]: number[]): boolean =>
    Math.abs(red - SKY.red) < 20 && Math.abs(green - SKY.green) < 20 && Math.abs(blue - SKY.blue) < 20;
  const isPortrait = height === LONGEST_SIDE && width < height;
  const isUpright = isPortrait && isSky(await mean(0)) && !isSky(await mean(height - 100));
  const known = [exif, xmp, iptc, icc, comments, orientation].some((value) => value !== undefined);
  const traces = ['Exif', 'http:', 'Phone', 'Synthetic', '2026'].some((trace) => stored.includes(trace));
  return { isUpright, hasMetadata: known || traces };
}

/** Looks at the memory of the service, and has it return lists to somebody else, until `end` is called. */
function watch(service: AttachmentsService, gateway: FileServer, { cookie, ticketId }: Dataset) {
  const over = new AbortController();
  let [mostMb, slowestMs] = [0, 0];
  const memory = async (): Promise<void> => {
    while (!over.signal.aborted) {
      mostMb = Math.max(mostMb, await residentMegabytes(service.pid));
      await sleep(10);
    }
  };
  const lists = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      const response = await fetch(`${gateway.url}/api/tickets/${ticketId}/attachments`, {
        headers: { cookie },
      });
      if (!response.ok) throw new Error(`a list returned ${response.status}`);
      await response.arrayBuffer();
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      await sleep(50);
    }
  };
  const watching = Promise.all([memory(), lists()]);
  return {
    async end(): Promise<{ mostMb: number; slowestMs: number }> {
      over.abort();
      await watching;
      return { mostMb, slowestMs };
    },
  };
}
