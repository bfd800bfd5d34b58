import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@mainstay/test-kit';
import { createTestSession } from '@mainstay/service-kit/testing';
import { execFile } from 'node:child_process';
import { AuthService } from './auth-service.ts';

const auth = new AuthService();
beforeAll(async () => {
  // The command ends all sessions in a Redis database, so this suite uses its own one.
  const shared = process.env['TEST_REDIS_URL'] ?? 'redis://missing';
  process.env['TEST_REDIS_URL'] = Object.assign(new URL(shared), { pathname: '/7' }).href;
  await auth.start();
  process.env['TEST_REDIS_URL'] = shared;
});
afterAll(() => auth.close());

/** Runs the built command with the service's settings. On a busy machine its log may also have failed connections. */
const endAllAccess = (
  settings: Record<string, string> = {},
): Promise<{ code: number; output: string; log: string }> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      ...auth.backends.envFor('svc_auth'),
      ...settings,
    };
    const child = execFile(process.execPath, ['dist/end-all-access.js'], { env }, (_error, output, log) =>
      resolve({ code: child.exitCode ?? -1, output, log }),
    );
  });

describe('command end-all-access', () => {
  it('ends every session and revokes every token, but changes no password', async () => {
    const admin = await auth.createUser();
    // More users than one batch.
    await auth.rows(
      `INSERT INTO auth.users (email, password_hash, first_name, last_name)
       SELECT 'person' || n || '@example.com', 'none', 'A', 'B' FROM generate_series(1, 150) n`,
    );
    const manager = await auth.createUser('district_manager');
    const tokens = [await auth.createToken(admin), await auth.createToken(manager)];
    // As after a restore: a session that was ended after the backup, in the next epoch.
    const session = { userId: admin.userId, epoch: 1 };
    const open = () => createTestSession(auth.backends, auth.config, { ...session, signedInAt: Date.now() });
    const revived = await open();

    const { code, output } = await endAllAccess();
    expect(output).toBe(
      'Ended the access of 152 users: 3 sessions ended, 2 tokens revoked. Everybody signs in again.\n',
    );
    expect(code).toBe(0);
    for (const user of [admin, manager, { cookie: revived }]) expect(await auth.statusOf(user)).toBe(401);
    for (const { token } of tokens) expect((await auth.bearer(token).get('/api/user')).status).toBe(401);
    // New sessions are not affected.
    expect(await auth.statusOf({ cookie: await open() })).toBe(200);
  });

  it('reports failure and exits with 1 while Redis is unavailable', async () => {
    const { code, output, log } = await endAllAccess({
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    });
    expect([code, output]).toEqual([1, '']);
    expect(log).toContain('Not all access was ended; run the command again.');
  }, 30_000);
});
