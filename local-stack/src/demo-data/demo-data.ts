import { readNote, writeNote } from '../database/notes.ts';
import { withConnection } from '../database/provision.ts';
import type { Progress } from '../progress.ts';
import { insertRows } from './insert-rows.ts';
import { admin, DEMO_PASSWORD, type DemoPerson, managers } from './people.ts';

/** A system with running services. */
export interface DemoTarget {
  databaseUrl: string;
  /** svc-auth's own address. */
  authUrl: string;
  publicUrl: string;
  progress: Progress;
  /** Whether an empty system gets demo data, whose passwords are public. */
  isWanted: boolean;
}

/**
 * Fills an empty system with demo data. Users are registered through svc-auth, so that their passwords are hashed as
 * usual; everything else is inserted in one transaction, which also records that the work is done. An interrupted
 * start continues where it stopped; a database with other users is not changed, and neither is any database unless
 * demo data is enabled.
 */
export async function addDemoData(target: DemoTarget): Promise<{ hasDemoData: boolean; isFresh: boolean }> {
  const state = await begin(target.databaseUrl, target.isWanted);
  if (state !== 'begun') return { hasDemoData: state === 'finished', isFresh: false };
  await target.progress.step('Adding demo data', async () => {
    await registerPeople(target);
    await finish(target.databaseUrl);
  });
  return { hasDemoData: true, isFresh: true };
}

async function begin(
  databaseUrl: string,
  isWanted: boolean,
): Promise<'foreign' | 'unwanted' | 'begun' | 'finished'> {
  const note = await readNote(databaseUrl, 'demo-data');
  if (note === 'finished') return 'finished';
  if (!isWanted) return 'unwanted';
  if (note !== undefined) return 'begun';
  return withConnection(databaseUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM auth.users LIMIT 1');
    if (rowCount !== 0) return 'foreign';
    await writeNote(client, 'demo-data', 'begun');
    return 'begun';
  });
}

async function registerPeople({ databaseUrl, authUrl, publicUrl }: DemoTarget): Promise<void> {
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query<{ email: string; id: string; active: boolean }>('SELECT email, id, active FROM auth.users'),
  );
  const existing = new Map(rows.map((row) => [row.email, row]));
  const auth = new AuthCalls(authUrl, publicUrl);
  // The first to register becomes the administrator and is signed in.
  if (existing.has(admin.email)) await auth.login(admin.email);
  else await auth.register(admin);
  for (const person of managers) {
    const { id, active } = existing.get(person.email) ?? (await auth.register(person));
    if (active && !person.active) await auth.deactivate(id);
  }
}

function finish(databaseUrl: string): Promise<void> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await insertRows(client);
    await writeNote(client, 'demo-data', 'finished');
    await client.query('COMMIT');
  });
}

/** The few calls of svc-auth that are needed, as a browser makes them. */
class AuthCalls {
  private cookie = '';
  private readonly authUrl: string;
  private readonly publicUrl: string;

  constructor(authUrl: string, publicUrl: string) {
    this.authUrl = authUrl;
    this.publicUrl = publicUrl;
  }

  async login(email: string): Promise<void> {
    await this.call('POST', '/api/login', { email, password: DEMO_PASSWORD });
  }

  async register(person: DemoPerson): Promise<{ id: string; active: boolean }> {
    const { email, firstName, lastName, role } = person;
    const body = { email, password: DEMO_PASSWORD, firstName, lastName, role };
    const user = await this.call('POST', '/api/register', body);
    if (typeof user !== 'object' || user === null || !('id' in user) || typeof user.id !== 'string') {
      throw new Error('POST /api/register returned no user');
    }
    return { id: user.id, active: true };
  }

  async deactivate(id: string): Promise<void> {
    await this.call('PATCH', `/api/users/${id}/active`, { active: false });
  }

  private async call(method: string, path: string, body: object): Promise<unknown> {
    const { origin, protocol } = new URL(this.publicUrl);
    const response = await fetch(`${this.authUrl}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: this.cookie,
        origin,
        'x-forwarded-proto': protocol.replace(':', ''),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    if (cookies.length > 0) this.cookie = cookies.join('; ');
    return response.json();
  }
}
