import { freePort, residentMegabytes } from '@mainstay/test-kit';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataset, dropDataset } from './data.ts';
import {
  type AttachmentsService,
  type FileServer,
  startAttachments,
  startGateway,
  startPlainNginx,
} from './file-servers.ts';
import { atLeast, type Bench, comparedRow, type Row, row } from './row.ts';

const MB = 1024 * 1024;
const FILES = 10;
const LARGE = 100;
/** What two hops may cost. */
const LEAST_RATIO = 0.8;

const agent = new Agent({ keepAlive: true });

/** Sends or fetches one file. @throws when the response is not a success with as many bytes as expected. */
function transfer(method: 'PUT' | 'GET', url: string, file: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = method === 'PUT' ? { 'content-length': file.length } : {};
    const client = request(url, { method, headers, agent }, (response) => {
      let received = 0;
      response.on('data', (chunk: Buffer) => (received += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        const isWhole = method === 'PUT' || received === file.length;
        if (statusCode >= 200 && statusCode < 300 && isWhole) resolve();
        else reject(new Error(`${method} returned ${statusCode} with ${received} bytes`));
      });
    });
    client.on('error', reject);
    client.end(method === 'PUT' ? file : undefined);
  });
}

/** Megabytes per second of one file after the other, or of all at once. */
async function speed(method: 'PUT' | 'GET', urls: string[], file: Buffer, atOnce: boolean): Promise<number> {
  const started = performance.now();
  if (atOnce) await Promise.all(urls.map((url) => transfer(method, url, file)));
  else for (const url of urls) await transfer(method, url, file);
  return (urls.length * file.length) / MB / ((performance.now() - started) / 1000);
}

interface Addresses {
  PUT: string[];
  GET: string[];
}

/** Uploads granted and recorded through the API, so that each has an address to PUT to and one to GET from. */
async function serviceAddresses(gateway: FileServer, cookie: string, ticketId: string, file: Buffer) {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const addresses: Addresses = { PUT: [], GET: [] };
  for (let count = 0; count < FILES; count += 1) {
    const { uploadURL = '', objectPath } = await call('POST', '/api/attachments/upload');
    await transfer('PUT', uploadURL, file);
    const recorded = await call('POST', `/api/tickets/${ticketId}/attachments`, {
      fileName: 'file.bin',
      fileSize: file.length,
      objectPath,
    });
    const { downloadURL = '' } = await call('GET', `/api/attachments/${recorded['id'] ?? ''}/download`);
    addresses.GET.push(downloadURL);
    addresses.PUT.push((await call('POST', '/api/attachments/upload'))['uploadURL'] ?? '');
  }
  return addresses;
}

async function compare(service: Addresses, plain: Addresses, file: Buffer, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const method of ['PUT', 'GET'] as const) {
    for (const atOnce of [false, true]) {
      const ours: number[] = [];
      const others: number[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const own = await speed(method, service[method], file, atOnce);
        const other = await speed(method, plain[method], file, atOnce);
        // The first time round is for warming up.
        if (round < 0) continue;
        ours.push(own);
        others.push(other);
      }
      const how = `${method === 'PUT' ? 'upload' : 'download'} of 10 MB files, ${atOnce ? `${FILES} at once` : 'one by one'}`;
      rows.push(
        comparedRow(how, 'MB/s', ours, { name: 'nginx alone', values: others }, atLeast(LEAST_RATIO)),
      );
    }
  }
  return rows;
}

/** By how many megabytes the service grows at most while all the files are on their way at once. */
async function growth(
  service: AttachmentsService,
  method: 'PUT' | 'GET',
  urls: string[],
  file: Buffer,
): Promise<number> {
  const before = await residentMegabytes(service.pid);
  let most = before;
  const over = new AbortController();
  const transfers = Promise.all(urls.map((url) => transfer(method, url, file))).finally(() => over.abort());
  while (!over.signal.aborted) {
    most = Math.max(most, await residentMegabytes(service.pid));
    await sleep(20);
  }
  await transfers;
  return most - before;
}

/**
 * How fast files of 10 MB go up and down through the gateway and svc-attachments' disk driver, against an nginx that takes
 * and serves the same files alone, and how much memory the service needs meanwhile.
 */
export const uploads: Bench = async ({ isQuick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'mainstay-uploads-'));
  const servers: FileServer[] = [];
  const dataset = await createDataset('bench_uploads', 100);
  try {
    const [servicePort, gatewayPort, plainPort] = [await freePort(), await freePort(), await freePort()];
    const service = await startAttachments(dataset, {
      port: servicePort,
      publicUrl: `http://127.0.0.1:${gatewayPort}`,
      directory: join(folder, 'objects'),
      maxBytes: LARGE * MB,
    });
    servers.push(service);
    // The shell and the other services are not there.
    const upstream = `127.0.0.1:${servicePort}`;
    const gateway = await startGateway(folder, {
      port: gatewayPort,
      upstreams: { attachments: upstream },
      registryDir: join(folder, 'registry'),
      storageDir: join(folder, 'objects'),
    });
    servers.push(gateway);
    const plain = await startPlainNginx(folder, plainPort);
    servers.push(plain);

    const file = randomBytes(10 * MB);
    const large = randomBytes(LARGE * MB);
    const serviceUrls = await serviceAddresses(gateway, dataset.cookie, dataset.ticketId, file);
    const plainUrls = Array.from({ length: FILES }, (_, index) => `${plain.url}/${index}.bin`);
    for (const url of plainUrls) await transfer('PUT', url, file);
    const speeds = await compare(serviceUrls, { PUT: plainUrls, GET: plainUrls }, file, isQuick ? 1 : 11);
    const grown = async (what: string, method: 'PUT' | 'GET', content: Buffer): Promise<Row> =>
      row(`svc-attachments grows at most, ${FILES} at once: ${what}`, 'MB', [
        await growth(service, method, serviceUrls[method], content),
      ]);
    return [
      ...speeds,
      await grown('upload of 10 MB files', 'PUT', file),
      await grown('download of 10 MB files', 'GET', file),
      await grown(`upload of ${LARGE} MB files`, 'PUT', large),
    ];
  } finally {
    agent.destroy();
    for (const server of servers) await server.stop();
    await dropDataset(dataset);
    await rm(folder, { recursive: true, force: true });
  }
};
