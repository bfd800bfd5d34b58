import {
  type ApiResponse,
  attachFile,
  Caller,
  freePort,
  required,
  signIn,
  startWholeSystem,
  type Target,
  textOf,
  WholeSystem,
} from '@mainstay/test-kit';
import { ForgedCompany } from '@mainstay/test-kit/company';
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createClient, type RedisClientType } from 'redis';
import { type ApiDocument, readDocuments } from './documents.ts';

const DEMO_PASSWORD = 'mainstay-demo';

/** Somebody with an account. */
export interface Person extends Caller {
  id: string;
  email: string;
  password: string;
}

/** The whole system as it runs in production, behind a load balancer that ends TLS, and people of all kinds. */
export interface Setup {
  system: WholeSystem;
  target: Target;
  /** The provider of the company's accounts, which an attacker does not have: forges what one may send. */
  company: ForgedCompany;
  /** Every password, cookie, token and signature that was sent or received: no log may contain one. */
  secrets: Set<string>;
  /** The system's own secrets, by the paths of `secrets.json`. */
  ownSecrets: Record<string, string>;
  /** PostgreSQL as superuser, which no attacker is: shows what an attack left. */
  database: pg.Pool;
  redis: RedisClientType;
  documents: ApiDocument[];
  anonymous: Caller;
  /** Has no account, but reported something, and sends the tracking token as if it were a token of the API. */
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
  /** A password that occurs in no other request. */
  newPassword: () => string;
  createStore: () => Promise<string>;
  createTicket: (locationId: string) => Promise<string>;
  /** A QR code on a store. */
  createCode: (locationId: string) => Promise<string>;
  /**
   * A report with a code.
   * @returns its tracking token
   */
  report: (code: string, more?: object) => Promise<string>;
  /**
   * A file on a ticket.
   * @returns the attachment's id
   */
  attach: (owner: Caller, ticketId: string, content?: string) => Promise<string>;
  /** Resets the limits of failed sign-ins and reports, because all attacks come from one address. */
  forgetTries: () => Promise<void>;
  stop: () => Promise<void>;
}

let started: Promise<Setup> | undefined;

/** The setup that all attacks of this run share. */
export const setup = (): Promise<Setup> => (started ??= start());

/** Stops what {@link setup} started. */
export async function stopSetup(): Promise<void> {
  await (await started)?.stop();
  started = undefined;
}

/** The system of `MAINSTAY_URL` and `MAINSTAY_STATE_DIR`, if they are set; otherwise one of its own. */
async function systemToAttack(company: ForgedCompany): Promise<{ system: WholeSystem; publicUrl: string }> {
  const { MAINSTAY_URL: url, MAINSTAY_STATE_DIR: stateDir, PUBLIC_URL } = process.env;
  const publicUrl = PUBLIC_URL ?? 'https://stores.example.com';
  if (url !== undefined && stateDir !== undefined) {
    return { system: new WholeSystem(url, stateDir), publicUrl };
  }
  const port = await freePort();
  const system = await startWholeSystem({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    ANY_HOST: 'off',
    ACCESS_LOG: 'access.log',
    // All callers share an address, and guessing must reach the limits of svc-auth, not those of the gateway.
    REQUESTS_PER_SECOND: '60000',
    SIGN_INS_PER_MINUTE: '60000',
    INTAKE_REQUESTS_PER_MINUTE: '60000',
    ...company.settings,
  });
  const { stateDir: ownDir, stop } = system;
  return { system: new WholeSystem(`http://localhost:${port}`, ownDir, stop), publicUrl };
}

async function start(): Promise<Setup> {
  const company = await new ForgedCompany().start();
  const { system, publicUrl } = await systemToAttack(company);
  const database = new pg.Pool({ connectionString: required('TEST_DATABASE_ADMIN_URL'), max: 4 });
  const redis: RedisClientType = createClient({ url: required('TEST_REDIS_URL') });
  await redis.connect();
  const file = await readFile(join(system.stateDir, 'secrets.json'), 'utf8');
  const ownSecrets = flat(JSON.parse(file) as object);
  const secrets = new Set([DEMO_PASSWORD, ...Object.values(ownSecrets)]);
  const target: Target = {
    port: Number(new URL(system.url).port),
    publicUrl,
    onResponse: (response) => secretsIn(response).forEach((secret) => secrets.add(secret)),
  };
  const anonymous = new Caller(target);

  const signInAs = async (email: string, password: string): Promise<Person> => {
    const caller = await signIn(target, email, password);
    const id = textOf(await caller.ask('GET', '/api/user'), 'id');
    return Object.assign(caller, { email, password, id });
  };
  const admin = await signInAs('admin@example.com', DEMO_PASSWORD);
  const newPassword = (): string => {
    const password = `sentinel ${randomUUID()}`;
    secrets.add(password);
    return password;
  };
  const created = async (caller: Caller, path: string, body: object): Promise<string> =>
    textOf(await caller.ask('POST', path, body), 'id');
  const hire: Setup['hire'] = async (role, stores = []) => {
    const [email, password] = [`${randomUUID()}@example.com`, newPassword()];
    const person = { email, password, role, firstName: 'Casey', lastName: 'Doe' };
    const managerId = await created(admin, '/api/register', person);
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
  const createCode: Setup['createCode'] = async (locationId) => {
    const code = newCode();
    secrets.add(code);
    await database.query('INSERT INTO core.intake_codes (location_id, code_hash) VALUES ($1, $2)', [
      locationId,
      createHash('sha256').update(code).digest(),
    ]);
    return code;
  };
  const report: Setup['report'] = async (code, more = {}) => {
    const body = { description: 'The oil does not get hot.', urgency: 'high', ...more };
    return textOf(await anonymous.ask('POST', `/api/intake/${code}/reports`, body), 'trackingToken');
  };
  const [storeA, storeB] = [await createStore(), await createStore()];
  const deactivated = await hire('admin');
  const token = await report(await createCode(storeA));
  const ready: Setup = {
    system,
    target,
    company,
    secrets,
    ownSecrets,
    database,
    redis,
    anonymous,
    public: new Caller(target, '', { authorization: `Bearer ${token}` }),
    admin,
    storeA,
    storeB,
    deactivated,
    hire,
    newPassword,
    createStore,
    createCode,
    report,
    documents: await readDocuments(anonymous),
    managerA: await hire('district_manager', [storeA]),
    managerB: await hire('district_manager', [storeB]),
    createTicket: (locationId) => created(admin, '/api/tickets', { ...aTicket, locationId }),
    attach: attachFile,
    async forgetTries() {
      for (const MATCH of ['sign-in:*', 'intake:*']) {
        for await (const keys of redis.scanIterator({ MATCH, COUNT: 1e3 })) {
          if (keys.length > 0) await redis.del(keys);
        }
      }
    },
    async stop() {
      await system.stop();
      company.close();
      await database.end();
      redis.destroy();
    },
  };
  const { status } = await admin.ask('PATCH', `/api/users/${deactivated.id}/active`, { active: false });
  if (status !== 200) throw new Error(`deactivating fails: ${status}`);
  return ready;
}

/** A ticket without its location. */
export const aTicket = { title: 'Oven', description: 'Cold', ticketType: 'repair' };

/** A text of the form of the codes and tokens for people without an account: 26 characters in base32. */
export const newCode = (): string =>
  `${Array.from({ length: 25 }, () => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(randomInt(32))).join('')}a`;

/** The cookies, tokens, codes and signatures in a response. */
function secretsIn({ status, headers, body }: ApiResponse): string[] {
  const ofCookies = (headers['set-cookie'] ?? []).flatMap((cookie) => {
    const value = /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? '';
    const decoded = decodeURIComponent(value);
    // The session's id alone, too: the part before the signature.
    return [value, decoded, /^s:([^.]+)/.exec(decoded)?.[1] ?? ''].filter(({ length }) => length >= 16);
  });
  const ofBody = Object.entries(typeof body === 'object' && body !== null ? body : {}).flatMap(
    ([name, value]: [string, unknown]) => {
      if (typeof value !== 'string') return [];
      // That of a problem is a word.
      if (name === 'code' && status >= 400) return [];
      if (['token', 'trackingToken', 'code'].includes(name)) return [value];
      return /url$/i.test(name) ? [/signature=([^&]{16,})/i.exec(value)?.[1] ?? value] : [];
    },
  );
  return [...ofCookies, ...ofBody];
}

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
