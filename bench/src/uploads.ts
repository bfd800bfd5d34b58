/**
 * How fast files of 10 MB go up and down through the gateway and svc-attachments' disk driver, against an nginx that
 * takes and serves the same files alone, and how much memory the service needs meanwhile. `node bench/src/uploads.ts`
 * prints two Markdown tables. Every figure is a median over rounds in which both take turns, with the least and the
 * most in brackets.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runWithBackends } from './backends.ts';
import { createDataset, dropDataset } from './data.ts';
import {
  type AttachmentsService,
  type FileServer,
  startAttachments,
  startGateway,
  startPlainNginx,
} from './file-servers.ts';
import { median } from './load.ts';
import { freePort } from './server-process.ts';

const MB = 1024 * 1024;
const ROUNDS = 15;
const FILES = 10;
const LARGE = 100;

runWithBackends();

const agent = new Agent({ keepAlive: true });

/** Sends or fetches one file. @throws when the answer is not a success with as many bytes as expected. */
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
        else reject(new Error(`${method} was answered ${statusCode} with ${received} bytes`));
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
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
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

const spread = (values: number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

async function compare(service: Addresses, plain: Addresses, file: Buffer): Promise<string[]> {
  const rows = [];
  for (const method of ['PUT', 'GET'] as const) {
    for (const atOnce of [false, true]) {
      const figures: { service: number; plain: number }[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const figure = {
          service: await speed(method, service[method], file, atOnce),
          plain: await speed(method, plain[method], file, atOnce),
        };
        // The first time round is for warming up.
        if (round >= 0) figures.push(figure);
      }
      const how = `${method === 'PUT' ? 'upload' : 'download'}, ${atOnce ? `${FILES} at once` : 'one by one'}`;
      rows.push(
        `| ${how} | ${spread(
          figures.map((figure) => figure.service),
          0,
        )} | ${spread(
          figures.map((figure) => figure.plain),
          0,
        )} | ${spread(
          figures.map((figure) => figure.service / figure.plain),
          2,
        )} |`,
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
  const before = await service.residentBytes();
  let most = before;
  const over = new AbortController();
  const transfers = Promise.all(urls.map((url) => transfer(method, url, file))).finally(() => over.abort());
  while (!over.signal.aborted) {
    most = Math.max(most, await service.residentBytes());
    await sleep(20);
  }
  await transfers;
  return (most - before) / MB;
}

const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? '/tmp', 'uploads-'));
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
  const gateway = await startGateway(folder, {
    port: gatewayPort,
    service: `127.0.0.1:${servicePort}`,
    directory: join(folder, 'objects'),
  });
  servers.push(gateway);
  const plain = await startPlainNginx(folder, plainPort);
  servers.push(plain);

  const file = randomBytes(10 * MB);
  const large = randomBytes(LARGE * MB);
  const serviceUrls = await serviceAddresses(gateway, dataset.cookie, dataset.ticketId, file);
  const plainUrls = Array.from({ length: FILES }, (_, index) => `${plain.url}/${index}.bin`);
  for (const url of plainUrls) await transfer('PUT', url, file);
  const rows = await compare(serviceUrls, { PUT: plainUrls, GET: plainUrls }, file);

  const small = [
    await growth(service, 'PUT', serviceUrls.PUT, file),
    await growth(service, 'GET', serviceUrls.GET, file),
  ];
  const big = [await growth(service, 'PUT', serviceUrls.PUT, large)];

  console.log(`
| 10 MB files | gateway and service, MB/s | nginx alone, MB/s | ratio |
|---|---|---|---|
${rows.join('\n')}

${ROUNDS} rounds of ${FILES} files; median (least–most).

| ${FILES} at once | service grows by at most |
|---|---|
| upload of 10 MB files | ${small[0]?.toFixed(1)} MB |
| upload of ${LARGE} MB files | ${big[0]?.toFixed(1)} MB |
| download of 10 MB files | ${small[1]?.toFixed(1)} MB |`);
} finally {
  agent.destroy();
  for (const server of servers) server.stop();
  await dropDataset(dataset);
  await rm(folder, { recursive: true, force: true });
}
