import { freePort, required, startWholeSystem, type WholeSystem } from '@mainstay/test-kit';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createClient, type RedisClientType } from 'redis';
import { type ApiResponse, Caller, cookiesOf, type Target, textOf } from './caller.ts';
import { type ApiDocument, readDocuments } from './documents.ts';

const PUBLIC_URL = 'https://stores.example.com';
const DEMO_PASSWORD = 'mainstay-demo';

/** Somebody with an account. */
export interface Person extends Caller {
  id: string;
  email: string;
  password: string;
}

/** The whole system as it runs in production, behind a load balancer that ends TLS, and people of all kinds. */
export interface Stage {
  /** Whether attacks that take minutes by their repetitions make do with fewer. */
  isShort: boolean;
  system: WholeSystem;
  target: Target;
  /** The system's own secrets, by the paths of `secrets.json`. */
  ownSecrets: Record<string, string>;
  /** PostgreSQL as superuser: what an attacker has not, but who looks for traces of one. */
  database: pg.Pool;
  /** Redis itself, for the same purpose. */
  redis: RedisClientType;
  documents: ApiDocument[];
  /** Each replica's own address, by name. */
  services: Record<string, string>;
  anonymous: Caller;
  /** Has no account, but reported something, and shows the tracking token as if it were a token of the API. */
  public: Caller;
  admin: Person;
  managerA: Person;
  managerB: Person;
  /** Was an administrator, and still has the cookie. */
  deactivated: Person;
  /** A store of manager A, and one of manager B. */
  storeA: string;
  storeB: string;
  /** A new account with a session. */
  hire: (role: 'admin' | 'district_manager', stores?: string[]) => Promise<Person>;
  signIn: (email: string, password: string) => Promise<Caller>;
  /** A password that is nowhere but in the requests that need it. */
  newPassword: () => string;
  createStore: () => Promise<string>;
  createTicket: (locationId: string) => Promise<string>;
  /** A QR code on a store. */
  createCode: (locationId: string) => Promise<string>;
  /** A report with a code. @returns its tracking token */
  report: (code: string, more?: object) => Promise<string>;
  /** A file of so many bytes on a ticket. @returns the attachment's id */
  attach: (owner: Caller, ticketId: string, content?: string) => Promise<string>;
  /** All failed sign-ins and reports so far do not count: otherwise the attacks from this one address would end each other. */
  forgetTries: () => Promise<void>;
  /** Megabytes of a replica's heap after a full garbage collection. */
  heapOf: (name: string) => Promise<number>;
  /** The process of a replica. */
  processOf: (name: string) => Promise<{ pid: number }>;
  /** Resolves once a replica that was killed is ready again. */
  untilReady: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

export async function setStage({ isShort }: Pick<Stage, 'isShort'>): Promise<Stage> {
  const port = await freePort();
  const database = new pg.Pool({ connectionString: required('TEST_DATABASE_ADMIN_URL'), max: 4 });
  const redis: RedisClientType = createClient({ url: required('TEST_REDIS_URL') });
  await redis.connect();
  const snapshotDir = await mkdtemp(join(tmpdir(), 'mainstay-attacks-'));
  const system = await startWholeSystem({
    PORT: String(port),
    PUBLIC_URL,
    ACCESS_LOG: 'access.log',
    // All callers share an address, and guessing is to meet the limits of svc-auth.
    SIGN_INS_PER_MINUTE: '60000',
    INTAKE_REQUESTS_PER_MINUTE: '60000',
    NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshotDir}`,
  });
  const ownSecrets = flat(await readJson(join(system.stateDir, 'secrets.json')));
  const target = {
    port,
    publicUrl: PUBLIC_URL,
    secrets: new Set([DEMO_PASSWORD, ...Object.values(ownSecrets)]),
  };
  const anonymous = new Caller(target);

  const signIn = async (email: string, password: string): Promise<Caller> => {
    const response = await anonymous.ask('POST', '/api/login', { email, password });
    succeeded(response, 'signing in');
    return new Caller(target, cookiesOf(response));
  };
  const signInAs = async (email: string, password: string): Promise<Person> => {
    const caller = await signIn(email, password);
    const id = textOf(await caller.ask('GET', '/api/user'), 'id');
    return Object.assign(caller, { email, password, id });
  };
  const admin = await signInAs('admin@example.com', DEMO_PASSWORD);
  const newPassword = (): string => {
    const password = `sentinel ${randomUUID()}`;
    target.secrets.add(password);
    return password;
  };
  const created = async (caller: Caller, path: string, body: object): Promise<string> => {
    const response = await caller.ask('POST', path, body);
    succeeded(response, `POST ${path}`);
    return textOf(response, 'id');
  };
  const hire: Stage['hire'] = async (role, stores = []) => {
    const [email, password] = [`${randomUUID()}@example.com`, newPassword()];
    const managerId = await created(admin, '/api/register', {
      email,
      password,
      role,
      firstName: 'Casey',
      lastName: 'Doe',
    });
    for (const locationId of stores) {
      await created(admin, '/api/managers/assign', { managerId, locationId });
    }
    return signInAs(email, password);
  };
  const createStore = () =>
    created(admin, '/api/locations', {
      name: 'Attacked',
      address: '1 Main Street',
      city: 'Springfield',
      state: 'NY',
      zipCode: '10001',
      storeNumber: randomUUID(),
    });
  const createCode: Stage['createCode'] = async (locationId) => {
    const code = newCode();
    target.secrets.add(code);
    await database.query('INSERT INTO core.intake_codes (location_id, code_hash) VALUES ($1, $2)', [
      locationId,
      createHash('sha256').update(code).digest(),
    ]);
    return code;
  };
  const report: Stage['report'] = async (code, more = {}) => {
    const body = { description: 'The oil does not get hot.', urgency: 'high', ...more };
    const response = await anonymous.ask('POST', `/api/intake/${code}/reports`, body);
    succeeded(response, 'a report');
    return textOf(response, 'trackingToken');
  };
  const [storeA, storeB] = [await createStore(), await createStore()];
  const deactivated = await hire('admin');
  const stage: Stage = {
    isShort,
    system,
    target,
    ownSecrets,
    database,
    redis,
    anonymous,
    public: new Caller(target, '', {
      authorization: `Bearer ${await report(await createCode(storeA))}`,
    }),
    admin,
    storeA,
    storeB,
    deactivated,
    hire,
    signIn,
    newPassword,
    createStore,
    createCode,
    report,
    documents: await readDocuments(anonymous),
    services: (
      await readJson<{
        services: Record<string, string>;
      }>(join(system.stateDir, 'run/system.json'))
    ).services,
    managerA: await hire('district_manager', [storeA]),
    managerB: await hire('district_manager', [storeB]),
    createTicket: (locationId) =>
      created(admin, '/api/tickets', {
        title: 'Oven',
        description: 'Cold',
        ticketType: 'repair',
        locationId,
      }),
    async attach(owner, ticketId, content = 'content') {
      const grant = await owner.ask('POST', '/api/attachments/upload');
      const { pathname, search } = new URL(textOf(grant, 'uploadURL'));
      succeeded(await owner.ask('PUT', pathname + search, content), 'an upload');
      return created(owner, `/api/tickets/${ticketId}/attachments`, {
        fileName: 'oven.txt',
        fileType: 'text/plain',
        fileSize: Buffer.byteLength(content),
        objectPath: textOf(grant, 'objectPath'),
      });
    },
    async forgetTries() {
      for (const MATCH of ['sign-in:*', 'intake:*']) {
        for await (const keys of redis.scanIterator({ MATCH, COUNT: 1e3 })) {
          if (keys.length > 0) await redis.del(keys);
        }
      }
    },
    async heapOf(name) {
      process.kill((await stage.processOf(name)).pid, 'SIGUSR2');
      await sleep(1e3);
      const metrics = await (await fetch(`${stage.services[name] ?? ''}/metrics`)).text();
      return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024;
    },
    async processOf(name) {
      const path = join(system.stateDir, 'run/processes.json');
      const found = (
        await readJson<
          {
            name: string;
            pid: number;
          }[]
        >(path)
      ).find((it) => it.name === name);
      if (!found) throw new Error(`there is no process ${name}`);
      return found;
    },
    async untilReady(name) {
      const isReady = () =>
        fetch(`${stage.services[name] ?? ''}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      while (!(await isReady())) await sleep(100);
    },
    async stop() {
      await system.stop();
      await rm(snapshotDir, {
        recursive: true,
        force: true,
      });
      await database.end();
      redis.destroy();
    },
  };
  succeeded(
    await admin.ask('PATCH', `/api/users/${deactivated.id}/active`, { active: false }),
    'deactivating',
  );
  return stage;
}

/** A text of the form of the codes and tokens for people without an account: 26 characters in base32. */
export const newCode = (): string =>
  `${Array.from({ length: 25 }, () => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(randomInt(32))).join('')}a`;

function succeeded({ status, text }: ApiResponse, what: string): void {
  if (status < 200 || status > 299) throw new Error(`${what} fails: ${status} ${text.slice(0, 300)}`);
}

const readJson = async <Content>(path: string): Promise<Content> =>
  JSON.parse(await readFile(path, 'utf8')) as Content;

/** The strings of an object of objects, by their paths. */
function flat(value: object, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]: [string, unknown]) =>
      typeof item === 'object' && item !== null
        ? Object.entries(flat(item, `${path}${name}.`))
        : [[path + name, String(item)] as const],
    ),
  );
}
