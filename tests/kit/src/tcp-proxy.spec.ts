import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { TcpProxy } from './tcp-proxy.ts';

/** Sends back what it receives. */
let server: Server;
let proxy: TcpProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await TcpProxy.start((server.address() as AddressInfo).port);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  proxy.stop();
  server.close();
  await once(server, 'close');
});

async function open(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1');
  clients.push(client);
  await once(client, 'connect');
  return client;
}

async function echo(client: Socket, text: string): Promise<string> {
  client.write(text);
  const [chunk] = (await once(client, 'data')) as [Buffer];
  return chunk.toString();
}

/** What happens on a connection within a moment. */
async function happensOn(client: Socket): Promise<string> {
  const first = (event: string) => once(client, event).then(() => event);
  return Promise.race([first('data'), first('close'), sleep(200, 'nothing')]);
}

it('forwards both ways, and counts connections', async () => {
  const [one, other] = [await open(), await open()];
  expect([await echo(one, 'one'), await echo(other, 'other')]).toEqual(['one', 'other']);
  expect(proxy.connections).toBe(2);
});

it('forwards the end of a connection, after all that was sent before it', async () => {
  const text = 'x'.repeat(5_000_000);
  server.prependOnceListener('connection', (socket: Socket) => socket.end(text));
  let received = 0;
  const client = await open();
  client.on('data', (chunk) => (received += chunk.length));
  await once(client, 'close');
  expect(received).toBe(text.length);
});

it('names a URL with itself as its host', () => {
  expect(proxy.through('postgres://me:secret@db.test:5432/mainstay?a=1')).toBe(
    `postgres://me:secret@127.0.0.1:${proxy.port}/mainstay?a=1`,
  );
});

describe('swallow', () => {
  it('leaves connections open and forwards nothing', async () => {
    const client = await open();
    await echo(client, 'before');
    proxy.swallow();
    client.write('lost');
    expect(await happensOn(client)).toBe('nothing');
    const later = await open();
    later.write('lost, too');
    expect(await happensOn(later)).toBe('nothing');
  });

  it('does not forward the end of a connection', async () => {
    const ended = once(server, 'connection') as Promise<[Socket]>;
    const client = await open();
    const [behind] = await ended;
    await echo(client, 'before');
    proxy.swallow();
    client.destroy();
    expect(await happensOn(behind)).toBe('nothing');
  });
});

it('hangUp closes connections, and each new one', async () => {
  const client = await open();
  await echo(client, 'before');
  const closed = once(client, 'close');
  proxy.hangUp();
  await closed;
  expect(await happensOn(await open())).toBe('close');
  expect(proxy.connections).toBe(2);
});

it('refuse closes connections and refuses new ones', async () => {
  const client = await open();
  await echo(client, 'before');
  const closed = once(client, 'close');
  proxy.refuse();
  await closed;
  await expect(open()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(proxy.connections).toBe(1);
});

it.each(['swallow', 'hangUp', 'refuse'] as const)(
  'recover forwards new connections after %s, and closes those before',
  async (fail) => {
    const client = await open();
    await echo(client, 'before');
    const closed = once(client, 'close');
    proxy[fail]();
    await proxy.recover();
    await closed;
    expect(await echo(await open(), 'after')).toBe('after');
  },
);
