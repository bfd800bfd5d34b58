import { type APIRequestContext, expect, test } from '@playwright/test';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { password, people } from './people.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** The blocks in a language of a section of docs/api.md, without their indentation. */
function blocks(section: string, language: string): string[] {
  const [, text] = new RegExp(`^## ${section}$(.*?)^## `, 'ms').exec(guide) ?? [];
  const found = Array.from(
    (text ?? '').matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)\\n *\`\`\`$`, 'gms')),
    ([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  if (found.length === 0) throw new Error(`docs/api.md shows no ${language} in ${section}`);
  return found;
}

const alarm = 'A ticket from an alarm in five minutes';
// Below the repository, so that the compiler finds the types of Node.
mkdirSync(join(root, 'tests/journeys/test-results'), { recursive: true });
const folder = mkdtempSync(join(root, 'tests/journeys/test-results/guide-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
const hasId = z.object({ id: z.string() });
const created = hasId.extend({ token: z.string() });
async function newToken(request: APIRequestContext) {
  await request.post('/api/login', { data: { email: people.manager, password } });
  const response = await request.post('/api/tokens', { data: { name: 'Guide' } });
  return created.parse(await response.json());
}

const ticket = z.object({ id: z.string(), title: z.string(), number: z.int(), commentCount: z.int() });
/** The newest ticket, and the names of its files. */
async function newest(request: APIRequestContext) {
  const [found] = z.array(ticket).parse(await (await request.get('/api/tickets?limit=1')).json());
  if (!found) throw new Error('no ticket');
  const response = await request.get(`/api/tickets/${found.id}/attachments`);
  const files = z.array(z.object({ fileName: z.string() })).parse(await response.json());
  return { ...found, files: files.map(({ fileName }) => fileName) };
}
const made = { title: 'Walk-in cooler at 46 °F', commentCount: 1, files: ['chart.png'] };

test('an alarm becomes a ticket by curl, word by word, in an empty folder', async ({ baseURL, request }) => {
  await newToken(request);
  const script = blocks(alarm, 'sh')
    .join('\n')
    .replaceAll('http://localhost:8080', baseURL ?? '')
    .replaceAll('A-4711', randomUUID());
  await run('bash', ['-e', write('alarm.sh', script)], { cwd: folder });
  expect(await newest(request)).toMatchObject(made);
});

test('an alarm becomes a ticket in TypeScript and in Python', async ({ baseURL, request }) => {
  const { token } = await newToken(request);
  const env = { PATH: process.env['PATH'], MAINSTAY_URL: baseURL ?? '', MAINSTAY_TOKEN: token };
  for (const [program, name, language] of [
    [process.execPath, 'alarm.ts', 'ts'],
    ['python3', 'alarm.py', 'py'],
  ] as const) {
    const [file, id] = [write(name, blocks(alarm, language).join('\n')), randomUUID()];
    const { stdout } = await run(program, [file, id], { env });
    const found = await newest(request);
    expect(stdout).toBe(`#${found.number} has a picture and a comment\n`);
    expect(found).toMatchObject(made);
    const again = await run(program, [file, id], { env });
    expect(again.stdout).toBe(`${id} has the ticket ${found.id}\n`);
  }
});

test('a script that runs each night reads what changed, and says what was removed', async ({
  baseURL,
  request,
}) => {
  const { token } = await newToken(request);
  const env = { PATH: process.env['PATH'], MAINSTAY_URL: baseURL ?? '', MAINSTAY_TOKEN: token };
  const file = write('nightly.py', blocks('What changed since last night', 'py').join('\n'));
  const nightly = async () => (await run('python3', [file], { cwd: folder, env })).stdout.trim().split('\n');
  const [store] = hasId.array().parse(await (await request.get('/api/locations?limit=1')).json());
  const data = { title: 'Gone tomorrow', description: 'x', locationId: store?.id, ticketType: 'repair' };
  const response = await request.post('/api/tickets', { data });
  const { id, number } = ticket.parse(await response.json());
  expect(await nightly()).toContain(`#${number} incoming 0.00`);
  await request.patch(`/api/tickets/${id}`, { data: { status: 'in_progress' } });
  expect(await nightly()).toContain(`#${number} in_progress 0.00`);
  await request.post('/api/login', { data: { email: people.admin, password } });
  await request.delete(`/api/tickets/${id}`);
  await expect.poll(nightly).toContain(`${id} is no longer in the list`);
});

/** Runs the program that follows the stream. */
function follow(baseURL: string, token: string) {
  const file = write('follow.ts', blocks('Changes as they happen', 'ts').join('\n'));
  const program = spawn(process.execPath, [file], { env: { MAINSTAY_URL: baseURL, MAINSTAY_TOKEN: token } });
  const said: string[] = [];
  program.stdout.on('data', (part: Buffer) => said.push(part.toString()));
  return { said: () => said.join(''), ended: once(program, 'exit') };
}

test('the programs compile', async () => {
  for (const section of [alarm, 'Changes as they happen'])
    write(`${section.replaceAll(' ', '-')}.ts`, blocks(section, 'ts').join('\n'));
  write('tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.script.json'), include: ['*.ts'] }));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]);
});

test('the program that follows the stream says what changes, until its token is revoked', async ({
  baseURL,
  request,
}) => {
  const { id, token } = await newToken(request);
  const { said, ended } = follow(baseURL ?? '', token);
  const { id: ticketId } = await newest(request);
  await expect
    .poll(async () => {
      await request.post(`/api/tickets/${ticketId}/comments`, { data: { body: 'Seen.' } });
      await sleep(1000);
      return said();
    })
    .toContain(ticketId);
  await request.delete(`/api/tokens/${id}`);
  expect(await ended).toEqual([0, null]);
});

test('it goes on where a connection was cut', async () => {
  const positions: unknown[] = [];
  const server = createServer((request, response) => {
    const from = request.headers['last-event-id'];
    positions.push(from);
    if (from === '2') return response.writeHead(401).end('{}');
    const id = from === undefined ? 1 : 2;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    // The end of an event that was not received whole is no event.
    response.write(
      `retry: 10\n\n: open\n\nid: ${id}\nevent: change\ndata: {"version":${id}}\n\nid: 3\nevent: ch`,
    );
    setTimeout(() => response.destroy(), 200);
    return response;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { said, ended } = follow(`http://127.0.0.1:${port}`, 'any');
  expect(await ended).toEqual([0, null]);
  server.close();
  expect(positions).toEqual([undefined, '1', '2']);
  expect(said()).toBe('{"version":1}\n{"version":2}\n');
});
