import { expect, it } from '@jest/globals';
import { collectGarbage, occupied } from '@mainstay/service-kit/testing';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { readForm } from './form-reader.ts';

/** The largest file, and milliseconds that other requests wait at most. */
const [SIZE, MAX_PIECE_MS] = [10_485_760, 50];
const PIECE_BYTES = 65_536;

/** Without keeping it: to join millions of pieces would take longer than to read them. */
async function lengthOf(file: Readable): Promise<number> {
  let length = 0;
  file.on('data', (piece: Buffer) => (length += piece.length));
  await finished(file);
  return length;
}

/** The number of bytes of a form's file, or that it was refused. */
async function read(form: Buffer): Promise<number | 'refused'> {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': 'multipart/form-data; boundary=B' };
  const reading = readForm(request).then(
    ({ file }) => lengthOf(file).catch(() => 'refused' as const),
    () => 'refused' as const,
  );
  // As from a socket: a piece in each round of the event loop.
  for (let at = 0; at < form.length; at += PIECE_BYTES) {
    request.push(form.subarray(at, at + PIECE_BYTES));
    await setImmediate();
  }
  request.push(null);
  return reading;
}

const part = (name: string) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const filled = (start: string, repeated: string, end = '') =>
  Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(SIZE - start.length - end.length, repeated),
    Buffer.from(end),
  ]);
const END = '\r\n--B--';

it.each<[what: string, form: () => Buffer, result: number | 'refused']>([
  [
    'a file of ends that are none',
    () => filled(part('file'), '\r\n--', END),
    SIZE - part('file').length - END.length,
  ],
  ['a file without an end', () => filled(part('file'), '\r\n--A'), 'refused'],
  ['parts without headers', () => filled('', '--B\r\n'), 'refused'],
  ['parts without content', () => filled('', '--B\r\n\r\n\r\n'), 'refused'],
  ['fields', () => filled('', `${part('name')}value\r\n`), 'refused'],
  ['a long field', () => filled(part('name'), 'a'), 'refused'],
  ['headers', () => filled('--B\r\n', 'a: b\r\n'), 'refused'],
  ['a long header', () => filled('--B\r\nContent-Disposition: ', 'a'), 'refused'],
  ['no part', () => filled('', '\r\n--'), 'refused'],
])('nobody waits for the largest form with %s', async (_what, form, result) => {
  const body = form();
  collectGarbage();
  const { longest } = await occupied(async () => expect(await read(body)).toBe(result));
  expect(longest).toBeLessThan(MAX_PIECE_MS);
});
