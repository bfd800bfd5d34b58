import { Caller, required, serviceNames } from '@mainstay/test-kit';
import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { test } from './attack.ts';
import type { Setup } from './setup.ts';

const root = join(import.meta.dirname, '../../..');
const PERMISSION_DENIED = '42501';

function roleUrl({ ownSecrets }: Setup, role: string): string {
  const url = new URL(required('TEST_DATABASE_ADMIN_URL'));
  url.username = role;
  url.password = ownSecrets[`roles.${role}`] ?? '';
  return url.href;
}

/** The SQLSTATE a statement ends in, or `done`. Nothing stays. */
async function outcome(client: pg.Client, statement: string): Promise<string> {
  await client.query('BEGIN');
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error);
  } finally {
    await client.query('ROLLBACK');
  }
}

/** What secrets look like; the demo's password, and words in tests and examples, do not. */
const secretPatterns = [
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)(?!\w*EXAMPLE)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /(?:secret|password|token|_key)["']?\s*[:=]\s*["'](?:[0-9a-f]{32,}|[A-Za-z0-9+/]{40,}={0,2})["']/i,
];

test("uses a service's database role for more than its work", async (setup, trial) => {
  for (const service of serviceNames) {
    const client = new pg.Client({ connectionString: roleUrl(setup, `svc_${service}`) });
    await client.connect();
    try {
      trial.expect(
        `svc_${service}: its own reads`,
        await outcome(client, 'SELECT id, role FROM auth.users'),
        'done',
      );
      for (const statement of [
        ...(service === 'auth'
          ? ['SELECT * FROM core.tickets', 'SELECT * FROM attachments.attachments']
          : [
              'SELECT password_hash FROM auth.users',
              "UPDATE auth.users SET role = 'admin'",
              "INSERT INTO auth.users (email, password_hash, first_name, last_name) VALUES ('a', 'b', 'c', 'd')",
              'DELETE FROM auth.users',
            ]),
        ...(service === 'core'
          ? ['SELECT * FROM attachments.attachments']
          : [
              "UPDATE core.tickets SET title = 'x'",
              'DELETE FROM core.tickets',
              'DELETE FROM core.ticket_comments',
            ]),
        ...(service === 'notifications'
          ? ['SELECT * FROM attachments.attachments']
          : ['SELECT * FROM notifications.inbox_items', 'UPDATE notifications.settings SET user_id = NULL']),
        ...(service === 'core' ? [] : ['SELECT before, after FROM auth.audit_entries']),
        "INSERT INTO auth.audit_entries (action, entity, entity_id) VALUES ('create', 'thing', uuidv7())",
        'DELETE FROM auth.audit_entries',
        "UPDATE auth.audit_entries SET action = 'create'",
        'CREATE SCHEMA extra',
        'CREATE TABLE public.extra (id int)',
        'CREATE ROLE extra',
        'SET ROLE auth_owner',
        'SET session_replication_role = replica',
        "COPY (SELECT 1) TO PROGRAM 'id'",
        "SELECT pg_read_file('/etc/passwd')",
        'SELECT rolpassword FROM pg_authid',
      ]) {
        trial.expect(`svc_${service}: ${statement}`, await outcome(client, statement), PERMISSION_DENIED);
      }
    } finally {
      await client.end();
    }
  }
});

/** What somebody has who does not know a secret. */
const guesses = new Map([
  ['missing', undefined],
  ['empty', ''],
  ['short', 'x'.repeat(31)],
  ["development's", 'development-only-secret-never-use-in-production'],
]);

/** How a service ends that is started with one wrong secret, in production: its exit code, and whether it says why. */
const startWith = (service: string, name: string, value: string | undefined): Promise<string> =>
  new Promise((resolve) => {
    const good = {
      SESSION_SECRET: 'a'.repeat(32),
      INTAKE_SECRET: 'b'.repeat(32),
      URL_SIGNING_SECRET: 'c'.repeat(32),
    };
    const env = {
      PATH: process.env['PATH'],
      PORT: '0',
      PUBLIC_URL: 'https://stores.example.com',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
      STORAGE_DRIVER: 'disk',
      STORAGE_DIR: '/nowhere',
      ...good,
      [name]: value,
    };
    const cwd = join(root, `svc-${service}`);
    const child = execFile(process.execPath, ['dist/main.js'], { cwd, env, timeout: 60_000 }, (_, out, err) =>
      resolve(`${child.exitCode}, ${`${out}${err}`.includes(`${name}:`) ? 'named' : 'not named'}`),
    );
  });

test('starts a service, or signs a session, without the right secret', async (setup, trial) => {
  const starts = [
    ...serviceNames.map((service) => [service, 'SESSION_SECRET'] as const),
    ['core', 'INTAKE_SECRET'] as const,
    ['attachments', 'URL_SIGNING_SECRET'] as const,
  ];
  for (const [what, value] of guesses) {
    // The same code reads the settings of all.
    const tried = (value?.startsWith('dev') ?? true) ? starts : starts.slice(0, 1);
    const ends = tried.map(async ([service, name]) => {
      trial.expect(`svc-${service}, ${name} ${what}`, await startWith(service, name, value), '1, named');
    });
    await Promise.all(ends);
  }
  const { cookie } = await setup.hire('district_manager');
  const [sid = ''] = /(?<=mainstay\.sid=s%3A)[^.]+/.exec(cookie) ?? [];
  trial.expect('the length of a session id', sid.length, 32);
  for (const path of ['/api/user', '/api/tickets', '/api/inbox']) {
    for (const secret of [...guesses.values(), 'a'.repeat(32)]) {
      const signature = createHmac('sha256', secret ?? '')
        .update(sid)
        .digest('base64')
        .replace(/=+$/, '');
      const forged = new Caller(setup.target, `mainstay.sid=${encodeURIComponent(`s:${sid}.${signature}`)}`);
      trial.expect(`${path} signed with ${secret}`, (await forged.ask('GET', path)).status, 401);
    }
    const unsigned = new Caller(setup.target, `mainstay.sid=${sid}`);
    trial.expect(`${path} not signed`, (await unsigned.ask('GET', path)).status, 401);
  }
});

test('finds a secret in the repository', async (_setup, trial) => {
  const listed = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  });
  const files = listed.stdout
    .split('\0')
    .filter((name) => name !== '' && !/\.(png|jpe?g|webp|ico)$/.test(name));
  for (const name of files) {
    const text = readFileSync(join(root, name), 'utf8');
    trial.expect(name, secretPatterns.find((pattern) => pattern.test(text))?.source, undefined);
  }
  await Promise.resolve();
});
