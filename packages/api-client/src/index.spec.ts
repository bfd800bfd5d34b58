import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ApiProblem, bodyOf, createMainstayClient, everyItem, type MainstayClient } from './index.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let respond: Handler;
const asked: { method?: string; url?: string; authorization?: string }[] = [];
const server = createServer((request, response) => {
  const { method, url, headers } = request;
  asked.push({
    ...(method !== undefined && { method }),
    ...(url !== undefined && { url }),
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
  });
  respond(request, response);
});
let mainstay: MainstayClient;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  mainstay = createMainstayClient({ baseUrl: `http://127.0.0.1:${address.port}`, token: 'secret' });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked.length = 0;
});

const json = (response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
};

it('sends the token and returns the body', async () => {
  const stats = { totalLocations: 1, activeTickets: 2, pendingTasks: 3, totalManagers: 4 };
  respond = (_request, response) => json(response, stats);
  expect(await bodyOf(mainstay.GET('/api/stats'))).toEqual(stats);
  expect(asked).toEqual([{ method: 'GET', url: '/api/stats', authorization: 'Bearer secret' }]);
});

it('sends one key with a POST, however often it is asked to wait, and keeps one that is given', async () => {
  const keys: unknown[] = [];
  const statuses = [429, 503, 201, 201];
  respond = ({ method, headers }, response) => {
    keys.push(headers['idempotency-key']);
    const status = method === 'POST' ? (statuses.shift() ?? 500) : 200;
    response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '0' }).end('{}');
  };
  const body = { description: 'D', locationId: 'L', ticketType: 'repair', title: 'T' } as const;
  await mainstay.POST('/api/tickets', { body });
  await mainstay.POST('/api/tickets', { body, params: { header: { 'Idempotency-Key': 'own' } } });
  await mainstay.GET('/api/stats');
  const [first] = keys;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys).toEqual([first, first, first, 'own', undefined]);
});

it('sends a POST without a key where none is taken', async () => {
  const keys: unknown[] = [];
  respond = ({ headers: { 'idempotency-key': key } }, response) => {
    keys.push(key);
    const [status, body] =
      key === undefined ? [204, ''] : [400, JSON.stringify({ errors: { 'Idempotency-Key': ['No.'] } })];
    response.writeHead(status, { 'Content-Type': 'application/problem+json' }).end(body);
  };
  await mainstay.POST('/api/inbox/read', { body: { before: '2026-03-05T16:21:00Z' } });
  expect(keys).toEqual([expect.any(String), undefined]);
});

it.each([
  ['gives up after five attempts', '0', 5],
  ['leaves a longer wait to the caller', '61', 1],
  ['does not repeat what names no time', undefined, 1],
])('%s', async (_what, retryAfter, attempts) => {
  respond = (_request, response) =>
    response.writeHead(503, { ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) }).end();
  await expect(mainstay.GET('/api/reports/overdue')).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(attempts);
});

it('is cancelled while it waits', async () => {
  respond = (_request, response) => response.writeHead(429, { 'Retry-After': '50' }).end();
  const signal = AbortSignal.timeout(50);
  await expect(mainstay.GET('/api/inbox', { signal })).rejects.toThrow(/timeout/);
});

it('iterates over all pages of a list', async () => {
  const pages: Record<string, [unknown[], Record<string, string>]> = {
    '/api/tickets?status=incoming': [
      [{ title: 'a' }, { title: 'b' }],
      { Link: '</api/tickets?status=incoming&cursor=n%3D1>; rel="next"' },
    ],
    '/api/tickets?status=incoming&cursor=n%3D1': [[{ title: 'c' }], {}],
  };
  respond = ({ url = '' }, response) => json(response, ...(pages[url] ?? [[], {}]));
  const titles: string[] = [];
  const tickets = everyItem((cursor) =>
    mainstay.GET('/api/tickets', {
      params: { query: { status: 'incoming', ...(cursor !== undefined && { cursor }) } },
    }),
  );
  for await (const { title } of tickets) titles.push(title);
  expect(titles).toEqual(['a', 'b', 'c']);
});

it('rejects a failed call with its problem', async () => {
  respond = (_request, response) =>
    response.writeHead(400, { 'Content-Type': 'application/problem+json; charset=utf-8' }).end(
      JSON.stringify({
        detail: 'Some fields are not valid.',
        errors: { title: ['Required.'] },
        missing: ['note'],
        requestId: 'r1',
      }),
    );
  const call = mainstay.GET('/api/tickets');
  await expect(call).rejects.toBeInstanceOf(ApiProblem);
  await expect(call).rejects.toMatchObject({
    message: 'Some fields are not valid.',
    status: 400,
    errors: { title: ['Required.'] },
    missing: ['note'],
    requestId: 'r1',
    retryAfter: null,
  });
});

it.each([
  ['a response from a proxy', 502, '<h1>Bad Gateway</h1>', {}, '<h1>Bad Gateway</h1>', null],
  ['an empty body', 503, '', { 'Retry-After': '90' }, 'Service Unavailable', 90],
  ['an invalid problem', 500, '{', { 'Content-Type': 'application/problem+json' }, '{', null],
])('turns %s into an ApiProblem', async (_name, status, body, headers, message, retryAfter) => {
  respond = (_request, response) => response.writeHead(status, { ...headers }).end(body);
  await expect(mainstay.GET('/api/stats')).rejects.toMatchObject({
    status,
    message,
    retryAfter,
    errors: {},
    missing: [],
  });
});
