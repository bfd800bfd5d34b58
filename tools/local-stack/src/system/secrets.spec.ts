import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listServices } from '../build/service-files.ts';
import { readSecrets } from './secrets.ts';

let stateDir: string;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'secrets-'));
});

afterEach(() => rmSync(stateDir, { recursive: true }));

describe('readSecrets', () => {
  it('creates different ones of 64 digits, keeps them, and lets nobody else read them', () => {
    const { roles, ...others } = readSecrets(stateDir);
    const all = [...Object.values(roles), ...Object.values(others)];
    expect(new Set(all).size).toBe(5 + 2 * listServices().length);
    for (const secret of all) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(readSecrets(stateDir)).toEqual({ roles, ...others });
    expect(statSync(join(stateDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('adds the passwords of a service that was added later, and keeps the others', () => {
    const file = join(stateDir, 'secrets.json');
    const before = readSecrets(stateDir);
    const { svc_core: gone, ...roles } = before.roles;
    writeFileSync(file, JSON.stringify({ ...before, roles }));
    const after = readSecrets(stateDir);
    expect(after.roles['svc_core']).toMatch(/^[0-9a-f]{64}$/);
    expect(after.roles['svc_core']).not.toBe(gone);
    expect(after).toEqual({ ...before, roles: { ...roles, svc_core: after.roles['svc_core'] } });
    expect(readSecrets(stateDir)).toEqual(after);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('adds a secret that is new, and keeps the others', () => {
    const file = join(stateDir, 'secrets.json');
    const { intake: gone, ...before } = readSecrets(stateDir);
    writeFileSync(file, JSON.stringify(before));
    const after = readSecrets(stateDir);
    expect(after.intake).toMatch(/^[0-9a-f]{64}$/);
    expect(after.intake).not.toBe(gone);
    expect(after).toEqual({ ...before, intake: after.intake });
    expect(readSecrets(stateDir)).toEqual(after);
  });

  it('refuses a damaged file', () => {
    writeFileSync(join(stateDir, 'secrets.json'), '{"session":"x"}');
    expect(() => readSecrets(stateDir)).toThrow(/is damaged/);
  });
});
