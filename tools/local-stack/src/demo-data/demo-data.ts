import { readNote, writeNote } from '../database/notes.ts';
import { withConnection } from '../database/provision.ts';
import { ApiCalls } from './api-calls.ts';
import { insertRows } from './insert-rows.ts';
import { hashOf, keepKnownCode, knownCode, noteStatement } from './known-code.ts';
import { admin, DEMO_PASSWORD, type DemoPerson, employees } from './people.ts';
import { addPhotos, type PhotoTarget } from './photos.ts';
import { addVendorJobs } from './vendor-jobs.ts';

interface DemoTarget extends PhotoTarget {
  /** Whether an empty system gets demo data, whose passwords are public. */
  isWanted: boolean;
  coreUrl: string;
  /** The folder that keeps the one code that is known. */
  stateDir: string;
}

export interface DemoData {
  hasDemoData: boolean;
  /** Whether they were added now. */
  isFresh: boolean;
  /** The code of a sticker to try. */
  code?: string | undefined;
}

/**
 * Fills an empty system with demo data. Users are registered through svc-auth, so that their passwords are hashed as
 * usual; everything else is inserted in one transaction, except work orders, which vendors answer by their links,
 * and the photos, which their people upload through svc-attachments. An interrupted start continues where it stopped, and a photo that fails is tried again at the next
 * start; a database with other users is not changed, and neither is any database unless demo data is enabled.
 */
export async function addDemoData(target: DemoTarget): Promise<DemoData> {
  const { databaseUrl, stateDir, isWanted } = target;
  const state = await begin(databaseUrl, isWanted);
  if (state === 'foreign' || state === 'unwanted') return { hasDemoData: false, isFresh: false };
  if (state !== 'finished') {
    await target.progress.step('Adding demo data', async () => {
      if (state === 'begun') {
        await registerPeople(target);
        await insertAll(databaseUrl, hashOf(keepKnownCode(stateDir).code));
      }
      await addVendorJobs(target);
      await addPhotos(target);
    });
  }
  const code = isWanted ? await knownCode(databaseUrl, stateDir) : undefined;
  return { hasDemoData: true, isFresh: state === 'begun', code };
}

async function begin(
  databaseUrl: string,
  isWanted: boolean,
): Promise<'foreign' | 'unwanted' | 'begun' | 'without photos' | 'finished'> {
  const note = await readNote(databaseUrl, 'demo-data');
  if (note === 'finished' || (note === 'without photos' && !isWanted)) return 'finished';
  if (!isWanted) return 'unwanted';
  if (note !== undefined) return note === 'without photos' ? note : 'begun';
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
  const calls = new ApiCalls(publicUrl);
  const register = async ({ email, firstName, lastName, role }: DemoPerson) => {
    const body = { email, password: DEMO_PASSWORD, firstName, lastName, role };
    const registered = await calls.call('POST', `${authUrl}/api/register`, body);
    return { id: registered('id'), active: true };
  };
  // The first to register becomes the administrator and is signed in.
  if (existing.has(admin.email)) await calls.login(authUrl, admin.email);
  else await register(admin);
  for (const person of employees) {
    const { id, active } = existing.get(person.email) ?? (await register(person));
    if (active && !person.active)
      await calls.call('PATCH', `${authUrl}/api/users/${id}/active`, { active: false });
  }
}

/** @param codeHash the SHA-256 of the code that is known, in hex */
function insertAll(databaseUrl: string, codeHash: string): Promise<void> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await insertRows(client, codeHash);
    await client.query(noteStatement, [codeHash]);
    await writeNote(client, 'demo-data', 'without photos');
    await client.query('COMMIT');
  });
}
