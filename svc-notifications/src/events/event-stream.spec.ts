import { afterEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { EventStream, MAX_WAITING_BYTES } from './event-stream.ts';

let server: Server;
let socket: Socket;
afterEach(() => {
  socket.destroy();
  server.close();
});

/** A stream over a real connection, whose client reads nothing until it is told to. */
async function openStream(text: string) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  socket = connect(address.port, '127.0.0.1');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const stream = new EventStream({ credential: { sid: '' }, userId: '', role: 'admin' });
  let closed = 0;
  stream.begin(response, text, () => (closed += 1));
  return { stream, response, closedTimes: () => closed };
}

const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;

it('closes the connection of a client that reads nothing', async () => {
  const { stream, response, closedTimes } = await openStream('retry: 500\n\n');
  let written = 0;
  while (!response.destroyed && written < 1000) {
    stream.write(event);
    written += 1;
    await setImmediate();
  }
  expect(response.destroyed).toBe(true);
  expect(response.writableLength).toBeLessThan(MAX_WAITING_BYTES + 2 * event.length);
  stream.write(event);
  stream.end('drain');
  await setImmediate();
  expect(closedTimes()).toBe(1);
});

it('gives a client that reads all of what it missed, and then no more than others to wait for', async () => {
  const { stream, response } = await openStream(event.repeat(200));
  stream.write(event);
  expect(response.destroyed).toBe(false);
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length)).resume();
  while (received < 201 * event.length) await setImmediate();
  socket.pause();
  for (let written = 0; !response.destroyed && written < 1000; written += 1) {
    stream.write(event);
    await setImmediate();
  }
  expect(response.destroyed).toBe(true);
});

it('ends with the last event', async () => {
  const { stream, closedTimes } = await openStream('retry: 500\n\n');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString())).resume();
  stream.end('session');
  stream.write(event);
  while (closedTimes() === 0 || !text.includes('event: end\ndata: {"reason":"session"}\n\n')) {
    await setImmediate();
  }
  expect(text).not.toContain('xxx');
});
