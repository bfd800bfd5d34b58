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

  it('adds what is new since, and keeps the rest', () => {
    const { intake, roles, ...before } = readSecrets(stateDir);
    const { svc_core: gone, ...others } = roles;
    writeFileSync(join(stateDir, 'secrets.json'), JSON.stringify({ ...before, roles: others }));
    const after = readSecrets(stateDir);
    expect(after).toMatchObject({ ...before, roles: others });
    for (const added of [after.intake, after.roles['svc_core']]) expect(added).toMatch(/^[0-9a-f]{64}$/);
    expect([intake, gone]).not.toContain(after.intake);
    expect(after.roles['svc_core']).not.toBe(gone);
    expect(readSecrets(stateDir)).toEqual(after);
    expect(statSync(join(stateDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a damaged file', () => {
    writeFileSync(join(stateDir, 'secrets.json'), '{"session":"x"}');
    expect(() => readSecrets(stateDir)).toThrow(/is damaged/);
  });
});
