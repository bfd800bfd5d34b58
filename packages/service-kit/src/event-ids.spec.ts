import { expect, it } from '@jest/globals';
import { baseConfigSchema, describeOnlyEnv, loadConfig } from './config.ts';
import { EventIds } from './event-ids.ts';

const [former, current] = ['a'.repeat(32), 'b'.repeat(32)];
const idsWith = (secret: string): EventIds =>
  new EventIds(loadConfig(baseConfigSchema, { ...describeOnlyEnv, SESSION_SECRET: secret }));
const cursor = 'WyJhIl0_-';

it('returns the cursor of its own ids for ten minutes', () => {
  const ids = idsWith(current);
  expect(ids.cursorOf(ids.idOf(cursor))).toBe(cursor);
  expect(ids.cursorOf(ids.idOf(cursor, Date.now() - 9.9 * 60_000))).toBe(cursor);
  expect(ids.cursorOf(ids.idOf(cursor, Date.now() - 10.1 * 60_000))).toBeNull();
});

it('accepts ids of before the secret was changed, and none of another secret', () => {
  const id = idsWith(former).idOf(cursor);
  expect(idsWith(`${current},${former}`).cursorOf(id)).toBe(cursor);
  expect(idsWith(current).cursorOf(id)).toBeNull();
});

it('refuses an id of which any character was changed', () => {
  const ids = idsWith(current);
  const id = ids.idOf(cursor);
  for (const at of id.split('').keys()) {
    const other = id[at] === 'x' ? 'y' : 'x';
    expect(ids.cursorOf(id.slice(0, at) + other + id.slice(at + 1))).toBeNull();
  }
});
