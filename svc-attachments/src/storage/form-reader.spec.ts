import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { occupied } from '@mainstay/service-kit/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readForm } from './form-reader.ts';

/** The largest file, and milliseconds that other requests wait at most. */
const [SIZE, MAX_PIECE_MS] = [10_485_760, 50];

/** Responds with the number of bytes of the file, or with the status of the refusal. */
const server = createServer((incoming, response) => {
  const read = async () => {
    const { file } = await readForm(incoming);
    return (await buffer(file)).length;
  };
  void read()
    .then(String, () => 'refused')
    .then((result) => {
      incoming.resume();
      response.end(result);
    });
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

async function post(form: Buffer<ArrayBuffer>): Promise<string> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const headers = { 'content-type': 'multipart/form-data; boundary=B' };
  const url = `http://127.0.0.1:${address.port}`;
  return (await fetch(url, { method: 'POST', headers, body: form })).text();
}

const part = (name: string) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
const filled = (start: string, repeated: string, end = '') =>
  Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(SIZE - start.length - end.length, repeated),
    Buffer.from(end),
  ]);
const END = '\r\n--B--';

it.each<[what: string, form: () => Buffer<ArrayBuffer>, result: string]>([
  [
    'a file of ends that are none',
    () => filled(part('file'), '\r\n--', END),
    String(SIZE - part('file').length - END.length),
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
  const { longest } = await occupied(async () => expect(await post(body)).toBe(result));
  expect(longest).toBeLessThan(MAX_PIECE_MS);
});
