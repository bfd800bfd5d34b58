import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Family } from './attack.ts';
import { textOf } from './caller.ts';

const ticket = (locationId: string) => ({
  title: 'Oven',
  description: 'Cold',
  ticketType: 'repair',
  locationId,
});

export const input: Family = {
  async 'sends text that cannot be stored'(stage, trial) {
    const { admin, anonymous, storeA } = stage;
    for (const text of ['a\u0000b', '\ud800', '\udc00a', 'a\udfff']) {
      for (const field of ['title', 'description', 'notes']) {
        const { status } = await admin.ask('POST', '/api/tickets', { ...ticket(storeA), [field]: text });
        trial.expect(`${field} ${JSON.stringify(text)}`, status, 400);
      }
      const login = await anonymous.ask('POST', '/api/login', { email: text, password: text });
      trial.expect(`login ${JSON.stringify(text)}`, login.status, 400, 401);
    }
    for (const query of ['q=%00', 'q=%ff', 'q=%ed%a0%80', 'q=%', 'q=%zz', 'cursor=%00', 'locationId=%00']) {
      const { status } = await admin.ask('GET', `/api/tickets?${query}`);
      trial.expect(query, status, 200, 400);
    }
    await stage.forgetTries();
  },

  async 'sends text that is counted or read in another way'(stage, trial) {
    const { admin, storeA } = stage;
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
      const response = await admin.ask('POST', '/api/tickets', { ...ticket(storeA), title });
      const what = `${title.slice(0, 8)}… (${title.length})`;
      trial.expect(what, response.status, status);
      if (response.status === 201) trial.expect(what, textOf(response, 'title'), title);
    }
  },

  async 'searches with wildcards and quotes'(stage, trial) {
    const { admin, storeA } = stage;
    const title = `100 % sure_${randomUUID()} \\ '`;
    await admin.ask('POST', '/api/tickets', { ...ticket(storeA), title });
    const all = Number((await admin.ask('GET', '/api/tickets?limit=1')).headers['x-total-count']);
    for (const q of [
      '%',
      '_',
      '\\',
      "'",
      '%%',
      '%_%',
      "' OR 1=1 --",
      '"; DROP TABLE core.tickets; --',
      '.*',
    ]) {
      const { status, headers, body } = await admin.ask(
        'GET',
        `/api/tickets?limit=1000&q=${encodeURIComponent(q)}`,
      );
      trial.expect(`q=${q}`, status, 200);
      trial.expect(`q=${q} finds fewer than all`, Number(headers['x-total-count']) < all, true);
      const found = Array.isArray(body) ? (body as { title: string; location: { name: string } }[]) : [];
      const others = found.filter((it) => !it.title.includes(q) && !it.location.name.includes(q));
      trial.expect(`q=${q} finds what has it not`, others.length, 0);
    }
  },

  async 'sends too much, too deep, or too tightly packed'(stage, trial) {
    const { admin, anonymous } = stage;
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    for (const path of ['/api/tickets', '/api/login', '/api/attachments/s3/multipart']) {
      const send = (body: string | Buffer, headers = {}) => admin.ask('POST', path, body, headers);
      trial.expect(
        `${path}: 150 KB`,
        (await send(JSON.stringify({ title: 'x'.repeat(150_000) }))).status,
        413,
      );
      const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
      trial.expect(
        `${path}: 150 KB in chunks`,
        (await send(`"${'x'.repeat(150_000)}"`, chunked)).status,
        413,
      );
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
  },

  async 'names impossible things'(stage, trial) {
    const { admin, storeA } = stage;
    for (const id of [
      '%ff',
      '%c0%ae',
      'x'.repeat(2000),
      '1',
      'null',
      'undefined',
      '%00',
      "'",
      '-1',
      '{}',
      `${storeA}x`,
      storeA.replaceAll('-', ''),
      '😀',
    ]) {
      for (const path of ['tickets', 'locations', 'users', 'tasks', 'projects', 'recurring-tasks']) {
        const { status } = await admin.ask('GET', `/api/${path}/${id.startsWith('%') ? id : encodeURI(id)}`);
        // NUL goes no further than nginx.
        trial.expect(`/api/${path}/${id}`, status, id === '%00' ? 400 : 404);
      }
    }
    for (const dueDate of [
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T25:00:00Z',
      '2026-01-01',
      '-000001-01-01T00:00:00Z',
      '999999-01-01T00:00:00Z',
      '+275760-09-13T00:00:00.001Z',
      'infinity',
      'now',
      'yesterday',
    ]) {
      const { status } = await admin.ask('POST', '/api/tasks', { title: 'x', locationId: storeA, dueDate });
      trial.expect(`dueDate ${dueDate}`, status, 400);
    }
    for (const timezone of ['Mars/Olympus', '../../etc/passwd', "'; --", '']) {
      const { status } = await admin.ask('PATCH', `/api/locations/${storeA}`, { timezone });
      trial.expect(`timezone ${timezone}`, status, 400);
    }
    for (const key of ['', ' ', 'x'.repeat(300), 'ä']) {
      const { status } = await admin.ask('POST', '/api/tickets', ticket(storeA), {
        'idempotency-key': Buffer.from(key).toString('latin1'),
      });
      trial.expect(`Idempotency-Key ${key.slice(0, 10)}`, status, 400, ...(key.trim() === '' ? [201] : []));
    }
  },
};
