import { expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderOf, listServices } from '../build/service-files.ts';
import { readSecrets } from './secrets.ts';
import { serviceProcess } from './services.ts';

it('gives the secret of signed addresses to svc-attachments alone, and it is not that of the sessions', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'services-'));
  const secrets = readSecrets(stateDir);
  rmSync(stateDir, { recursive: true });
  const surroundings = {
    databaseUrl: 'postgres://localhost/mainstay',
    redisUrl: 'redis://localhost',
    storageDir: '/files',
    mailDir: '/mail',
    registryDir: '/registry',
    publicUrl: 'https://stores.example.com',
    roles: secrets.roles,
    secrets,
  };
  const given = listServices().map((service) => {
    const name = folderOf(service);
    const { env } = serviceProcess({ service, name, address: '127.0.0.1:1' }, surroundings);
    return { name, env: Object.values(env ?? {}) };
  });
  expect(given.length).toBeGreaterThan(2);
  const knowing = given.filter(({ env }) => env.includes(secrets.urlSigning));
  expect(knowing.map(({ name }) => name)).toEqual(['svc-attachments']);
  for (const { env } of given) expect(env).toContain(secrets.session);
  expect(secrets.urlSigning).not.toBe(secrets.session);
});
