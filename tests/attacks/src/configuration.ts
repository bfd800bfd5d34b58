import { required, serviceNames } from '@mainstay/test-kit';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Family } from './attack.ts';
import type { Stage } from './stage.ts';

const root = join(import.meta.dirname, '../../..');
const PERMISSION_DENIED = '42501';

/** A service started for production with some settings otherwise. @returns its exit code and what it said */
function start(stage: Stage, service: string, settings: Record<string, string>) {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATABASE_URL: roleUrl(stage, `svc_${service}`),
    REDIS_URL: required('TEST_REDIS_URL'),
    PUBLIC_URL: stage.target.publicUrl,
    SESSION_SECRET: stage.ownSecrets['session'],
    INTAKE_SECRET: stage.ownSecrets['intake'],
    STORAGE_DIR: stage.system.stateDir,
    URL_SIGNING_SECRET: stage.ownSecrets['urlSigning'],
    ...settings,
  };
  const program = join(root, `svc-${service}/dist/main.js`);
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = execFile(process.execPath, [program], { timeout: 100_000, env }, (_error, out, err) =>
      resolve({ code: child.exitCode, said: out + err }),
    );
  });
}

function roleUrl({ ownSecrets }: Stage, role: string): string {
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

/** Secrets of single services. */
const ownSecrets: Record<string, string[]> = {
  attachments: ['URL_SIGNING_SECRET'],
  core: ['INTAKE_SECRET'],
};

export const configuration: Family = {
  async 'starts for production with a default, short or missing secret'(stage, trial) {
    const known = 'development-only-secret-never-use-in-production';
    const all = [known, `${stage.ownSecrets['session'] ?? ''},${known}`, 'short but secret'];
    // Each is a start of a service; config.spec.ts of service-kit tries them all without one.
    const values = stage.isShort ? [known] : all;
    for (const service of serviceNames) {
      const settings = ['SESSION_SECRET', ...(ownSecrets[service] ?? [])];
      const attempts = settings.flatMap((setting) => values.map((value) => ({ setting, value })));
      await Promise.all(
        attempts.map(async ({ setting, value }) => {
          const { code, said } = await start(stage, service, { [setting]: value });
          trial.expect(`svc-${service} with such a ${setting}`, code, 1);
          trial.expect(`svc-${service} names ${setting}`, said.includes(setting), true);
          trial.expect(`svc-${service} tells the value`, said.includes(value), false);
        }),
      );
    }
  },

  async "uses a service's database role for more than its work"(stage, trial) {
    for (const service of serviceNames) {
      const client = new pg.Client({ connectionString: roleUrl(stage, `svc_${service}`) });
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
          ...(service === 'attachments'
            ? ["UPDATE core.tickets SET title = 'x'", 'DELETE FROM core.tickets']
            : []),
          ...(service === 'core' ? ['SELECT * FROM attachments.attachments'] : []),
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
  },

  async 'finds a secret in the repository'(_stage, trial) {
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
  },
};
