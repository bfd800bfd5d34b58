import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, startEcho } from './echo-upstream.ts';
import { prepareFolder, replacing, type RunningGateway, startGateway } from './running-gateway.ts';

/** A replica that begins a stream for every request. */
interface Streaming {
  address: string;
  /** The responses that it began, in their order. */
  begun: ServerResponse[];
  /** How many of them the gateway closed. */
  closed: () => number;
}

let gateway: RunningGateway;
const stops: (() => unknown)[] = [];
afterEach(async () => {
  await gateway.stop();
  for (const stop of stops.splice(0)) await stop();
});

async function startStreaming(): Promise<Streaming> {
  const begun: ServerResponse[] = [];
  let closed = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write('retry: 500\n\n');
    response.once('close', () => (closed += 1));
    begun.push(response);
  });
  stops.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { address: await listen(server, 0), begun, closed: () => closed };
}

async function start(notifications: string, edit?: (configuration: string) => Promise<void>): Promise<void> {
  gateway = await startGateway(await prepareFolder(), { notifications }, {}, edit);
}

/** An open response and what came of it so far. */
interface Opened {
  response: IncomingMessage;
  text: () => string;
  ended: Promise<unknown>;
}

async function open(): Promise<Opened> {
  const request = get({
    host: '127.0.0.1',
    port: gateway.port,
    path: '/api/events',
    headers: { 'Accept-Encoding': 'gzip', Accept: 'text/event-stream' },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  const ended = new Promise((resolve) => response.once('close', resolve));
  return { response, text: () => text, ended };
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries += 1) {
    if (tries > 4000) throw new Error('not within 20 seconds');
    await sleep(5);
  }
}

it('passes each event on at once, uncompressed, and lets a stream be silent for longer than other responses', async () => {
  const replica = await startStreaming();
  const edit = replacing('http/proxy.conf', 'proxy_read_timeout 30s', 'proxy_read_timeout 300ms');
  await start(replica.address, edit);
  const { response, text } = await open();
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
  });
  expect(response.headers).not.toHaveProperty('content-encoding');
  for (const event of ['one', 'two', 'late']) {
    if (event === 'late') await sleep(1000);
    replica.begun[0]?.write(`data: ${event}\n\n`);
    await until(() => text().endsWith(`data: ${event}\n\n`));
  }
  response.destroy();
  await until(() => replica.closed() === 1);
});

it('retries at another replica before the first byte, not after it', async () => {
  const [killed, draining, replica] = await Promise.all([
    startEcho('killed'),
    startEcho('draining', 'draining'),
    startStreaming(),
  ]);
  stops.push(() => draining.kill());
  await killed.kill();
  await start([killed.address, draining.address, replica.address].join(','));
  const streams = await Promise.all(Array.from({ length: 6 }, open));
  expect(streams.map(({ response }) => response.statusCode)).toEqual(streams.map(() => 200));
  await until(() => streams.every(({ text }) => text() !== ''));

  const before = replica.begun.length;
  for (const response of replica.begun) response.destroy();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(replica.begun).toHaveLength(before);
  expect(streams.map(({ text }) => text())).toEqual(streams.map(() => 'retry: 500\n\n'));
});

it('ends the streams of former workers in bounded time after a reload', async () => {
  const replica = await startStreaming();
  await start(
    replica.address,
    replacing('nginx.conf', 'worker_shutdown_timeout 30s', 'worker_shutdown_timeout 1s'),
  );
  const former = await open();
  await gateway.reload({});
  const begun = performance.now();
  await former.ended;
  expect(performance.now() - begun).toBeLessThan(5000);
  const next = await open();
  expect(next.response.statusCode).toBe(200);
  next.response.destroy();
});
