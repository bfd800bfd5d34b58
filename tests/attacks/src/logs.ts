import { required } from '@mainstay/test-kit';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Family } from './attack.ts';
import { pathOf, textOf } from './caller.ts';

/** Longer than a service keeps lines back. */
const UNTIL_WRITTEN_MS = 1500;

export const logs: Family = {
  async 'finds a password, cookie, token, signature or secret in a log'(stage, trial) {
    const { secrets } = stage.target;
    // Some of everything, also when this family is the only one.
    const person = await stage.hire('admin');
    await stage.anonymous.ask('POST', '/api/login', { email: person.email, password: stage.newPassword() });
    await stage.anonymous.ask('POST', `/api/login?password=${encodeURIComponent(person.password)}`, '{');
    const token = textOf(await person.ask('POST', '/api/tokens', { name: 'attack' }), 'token');
    await stage.anonymous.ask('GET', '/api/user', undefined, { authorization: `Bearer ${token}` });
    const attachment = await stage.attach(person, await stage.createTicket(stage.storeA));
    const download = await person.ask('GET', `/api/attachments/${attachment}/download`);
    const address = pathOf(textOf(download, 'downloadURL'));
    await stage.anonymous.ask('GET', address);
    await stage.anonymous.ask('PUT', address, 'x'.repeat(12_000_000));
    await stage.forgetTries();
    const manager = await stage.hire('district_manager');
    const refused = await manager.ask('GET', '/api/managers');
    const last = await person.ask('GET', '/api/user');
    await sleep(UNTIL_WRITTEN_MS);

    const { stateDir } = stage.system;
    const folders = [
      join(stateDir, 'logs'),
      join(required('TEST_STATE_DIR'), 'logs'),
      join(stateDir, 'gateway'),
    ];
    const written = new Map<string, string>();
    for (const folder of folders) {
      for (const name of (await readdir(folder)).filter((file) => file.endsWith('.log'))) {
        written.set(name, await readFile(join(folder, name), 'utf8'));
      }
    }
    // What is looked at is what is written: the last request is in it.
    const id = String(last.headers['x-request-id']);
    for (const name of ['access.log', 'svc-auth.log']) {
      trial.expect(`${name} has the last request`, written.get(name)?.includes(id), true);
    }
    const refusals = (written.get('svc-core.log') ?? '')
      .split('\n')
      .filter((line) => line.includes('"status":403'));
    const refusedId = String(refused.headers['x-request-id']);
    trial.expect(
      'a 403 names who was refused',
      refusals.some((line) => line.includes(refusedId) && line.includes(manager.id)),
      true,
    );
    for (const name of [
      ...Object.keys(stage.services).map((service) => `${service}.log`),
      'gateway.log',
      'postgres.log',
      'redis.log',
    ]) {
      trial.expect(name, written.has(name), true);
    }
    for (const [name, text] of written) {
      const found = [...secrets].map((secret) => text.indexOf(secret)).filter((at) => at >= 0);
      const [at = 0] = found;
      trial.expect(
        name,
        found.length === 0 ? 'none' : `…${text.slice(Math.max(0, at - 80), at)}<here>`,
        'none',
      );
    }
    const bytes = [...written.values()].reduce((sum, text) => sum + text.length, 0);
    trial.figure = `${secrets.size} secrets in ${Math.round(bytes / 1024)} KB of ${written.size} logs`;
  },
};
