import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { createDataset, dropDataset } from './data.ts';
import { again, httpRequest, run } from './load.ts';
import { type Bench, comparedRow } from './row.ts';
import { startService } from './server-process.ts';

const PASSWORD = 'mainstay-demo';
const PEOPLE = 50;
const CONNECTIONS = 8;

/** svc-auth's parameters (its users/passwords.ts): what each check costs is in the hash, so a test of them is the hash itself. */
const EXPECTED = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

interface Argon2 {
  verify(hash: string, password: string): Promise<boolean>;
}

/** The very library that svc-auth uses. */
function argon2(): Argon2 {
  const svcAuth = createRequire(join(import.meta.dirname, '../../../svc-auth/package.json'));
  return svcAuth('@node-rs/argon2') as Argon2;
}

/** Sign-ins per second, against the same checks of the same hash in a process that does nothing else. */
export const signIn: Bench = async ({ isQuick }) => {
  const dataset = await createDataset('bench_sign_in', 100);
  const database = new pg.Pool({ connectionString: dataset.adminUrl, max: 1 });
  const service = await startService('auth', dataset);
  const alone = fork(import.meta.filename);
  try {
    const emails = Array.from({ length: PEOPLE }, (_, index) => `person${index}@example.com`);
    const hash = await hashOfService(database, service.port, dataset.cookie);
    for (const email of emails) {
      await database.query(
        `INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
         VALUES ($1, $2, 'Dana', 'Reyes', 'district_manager')`,
        [email, hash],
      );
    }
    let turn = 0;
    const next = (): string => {
      turn += 1;
      const body = JSON.stringify({ email: emails[turn % PEOPLE], password: PASSWORD });
      return httpRequest('POST', '/api/login', {}, body);
    };
    const target = { port: service.port, next, status: 200 };
    const signIns: number[] = [];
    let dropped = 0;
    const hashes: number[] = [];
    const ms = isQuick ? 500 : 2000;
    for (let round = -1; round < (isQuick ? 2 : 9); round += 1) {
      const measured = await again(() => run(target, CONNECTIONS, { ms }));
      alone.send({ hash, ms });
      const [perSecond] = (await once(alone, 'message')) as [number];
      if (round < 0) continue;
      signIns.push(measured.requestsPerSecond);
      dropped += measured.dropped;
      hashes.push(perSecond);
    }
    const other = { name: 'argon2 alone', values: hashes };
    return [comparedRow('sign-ins', 'sign-ins/s', signIns, other, null, dropped)];
  } finally {
    alone.kill();
    await service.stop();
    await database.end();
    await dropDataset(dataset);
  }
};

/** What svc-auth makes of the password. */
async function hashOfService(database: pg.Pool, port: number, cookie: string): Promise<string> {
  const person = { email: 'first@example.com', firstName: 'Ada', lastName: 'Lovelace', password: PASSWORD };
  const response = await fetch(`http://127.0.0.1:${port}/api/register`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (response.status !== 201) throw new Error(`registering returned ${response.status}`);
  const { rows } = await database.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM auth.users WHERE email = $1',
    [person.email],
  );
  const hash = rows[0]?.hash ?? '';
  if (!EXPECTED.test(hash)) throw new Error(`another hash than expected: ${hash}`);
  return hash;
}

/** In a process of its own: as many checks at once as there are connections, on Node's thread pool. */
if (import.meta.main) {
  const library = argon2();
  process.on('message', ({ hash, ms }: { hash: string; ms: number }) => {
    const started = performance.now();
    let count = 0;
    const check = async (): Promise<void> => {
      while (performance.now() < started + ms) {
        if (!(await library.verify(hash, PASSWORD))) throw new Error('the password does not fit');
        count += 1;
      }
    };
    void Promise.all(Array.from({ length: CONNECTIONS }, check)).then(() =>
      process.send?.(count / ((performance.now() - started) / 1000)),
    );
  });
}
