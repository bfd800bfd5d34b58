import { gzipSync } from 'node:zlib';
import { test } from './attack.ts';
import { aTicket } from './setup.ts';
import { textOf } from '@mainstay/test-kit';

test('sends text that is counted or read in another way', async (setup, trial) => {
  const { admin, storeA } = setup;
  for (const [title, status] of [
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    // Counted in UTF-16 units, as browsers count.
    ['🍕'.repeat(127), 201],
    ['🍕'.repeat(128), 400],
    ['🍕'.repeat(255), 400],
    ['\u202egnp.exe', 201],
    [`<img src=x onerror=alert(1)>'"--`, 201],
    ['{{7*7}} ${7*7} %s', 201],
  ] as const) {
    const response = await admin.ask('POST', '/api/tickets', { ...aTicket, locationId: storeA, title });
    const what = `${title.slice(0, 8)}… (${title.length})`;
    trial.expect(what, response.status, status);
    if (response.status === 201) trial.expect(what, textOf(response, 'title'), title);
  }
});

test('sends too much, too deep, or too tightly packed', async (setup, trial) => {
  const { admin, anonymous } = setup;
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  for (const path of ['/api/tickets', '/api/login', '/api/attachments/s3/multipart']) {
    const send = (body: string | Buffer, headers = {}) => admin.ask('POST', path, body, headers);
    trial.expect(`${path}: 150 KB`, (await send(JSON.stringify({ title: 'x'.repeat(150_000) }))).status, 413);
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    trial.expect(`${path}: 150 KB in chunks`, (await send(`"${'x'.repeat(150_000)}"`, chunked)).status, 413);
    trial.expect(`${path}: 40,000 deep`, (await send('['.repeat(40_000) + ']'.repeat(40_000))).status, 400);
    trial.expect(
      `${path}: 15,000 objects deep`,
      (await send('{"a":'.repeat(15_000) + '1' + '}'.repeat(15_000))).status,
      400,
    );
    const packed = await send(bomb, { 'content-encoding': 'gzip' });
    trial.expect(`${path}: a gzip bomb`, packed.status, 400, 413, 415);
    trial.expect(`${path}: a gzip bomb takes long`, packed.milliseconds < 1000, true);
    trial.expect(
      `${path}: unknown coding`,
      (await send('{}', { 'content-encoding': 'br, br' })).status,
      400,
      415,
    );
    trial.expect(
      `${path}: another charset`,
      (await send('{}', { 'content-type': 'application/json; charset=utf-7' })).status,
      400,
      415,
    );
  }
  trial.expect(
    'a long address',
    (await anonymous.ask('GET', `/api/tickets?q=${'x'.repeat(20_000)}`)).status,
    414,
  );
  const long = {
    'x-long': 'x'.repeat(15_000),
    'x-longer': 'x'.repeat(15_000),
    'x-more': 'x'.repeat(15_000),
  };
  trial.expect('long headers', (await anonymous.ask('GET', '/api/user', undefined, long)).status, 400, 431);
});
