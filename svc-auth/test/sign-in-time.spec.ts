import { beforeAll, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { hashPassword } from '../src/users/passwords.ts';
import { useEmptyAuth } from './auth-service.ts';

const isNightly = process.env['NIGHTLY'] === '1';
const ACCOUNTS = isNightly ? 60 : 12;
/** Within which costs are the same. Without a hash for an unknown e-mail, its cost is a tenth. */
const TOLERANCE = isNightly ? 0.1 : 0.4;
const auth = useEmptyAuth({ PASSWORD_SIGN_IN: 'admins' });
const known: string[] = [];
const deactivated: string[] = [];

beforeAll(async () => {
  const passwordHash = await hashPassword('correct horse');
  for (const [emails, active] of [
    [known, true],
    [deactivated, false],
  ] as const) {
    for (let account = 0; account < ACCOUNTS; account += 1) {
      emails.push((await auth.createUser('district_manager', { active })).email);
    }
  }
  await auth.rows('UPDATE auth.users SET password_hash = $1', [passwordHash]);
}, 60_000);

/** Processor milliseconds of a rejected sign-in, which do not depend on the load of the machine. */
async function costOfRefusal(email: string, password = 'wrong horse'): Promise<number> {
  const before = process.cpuUsage();
  await auth
    .as()
    .post('/api/login')
    .set('X-Forwarded-For', `10.0.${randomInt(256)}.${randomInt(256)}`)
    .send({ email, password })
    .expect(401);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

it('a known, an unknown and a deactivated e-mail cost the same, and so does a right password that is refused', async () => {
  const costs = {
    known: [] as number[],
    unknown: [] as number[],
    deactivated: [] as number[],
    right: [] as number[],
  };
  for (let turn = 0; turn < ACCOUNTS; turn += 1) {
    costs.known.push(await costOfRefusal(known[turn] ?? ''));
    costs.unknown.push(await costOfRefusal(`${randomUUID()}@example.com`));
    costs.deactivated.push(await costOfRefusal(deactivated[turn] ?? ''));
    costs.right.push(await costOfRefusal(known[turn] ?? '', 'correct horse'));
  }
  for (const other of [costs.unknown, costs.deactivated, costs.right]) {
    const ratio = median(other) / median(costs.known);
    expect(Math.abs(ratio - 1)).toBeLessThan(TOLERANCE);
  }
}, 120_000);
