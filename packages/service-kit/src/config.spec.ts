import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { baseConfigSchema, ConfigError, describeOnlyEnv, loadConfig } from './config.ts';

const valid = {
  ...describeOnlyEnv,
  NODE_ENV: 'production',
  SESSION_SECRET: 's'.repeat(32),
  URL_SIGNING_SECRET: 'u'.repeat(32),
};

describe('loadConfig', () => {
  it('uses the defaults', () => {
    expect(loadConfig(baseConfigSchema, { ...valid, PORT: '4000' })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4000,
      SESSION_SECRET: ['s'.repeat(32)],
    });
  });

  it('splits a list of secrets', () => {
    const secrets = `${'a'.repeat(32)}, ${'b'.repeat(32)}`;
    expect(loadConfig(baseConfigSchema, { ...valid, SESSION_SECRET: secrets }).SESSION_SECRET).toEqual([
      'a'.repeat(32),
      'b'.repeat(32),
    ]);
  });

  it('reads settings named with _FILE from files, and names those it cannot read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    writeFileSync(join(folder, 'secret'), `${'f'.repeat(32)}\n`);
    const rest = { ...valid, SESSION_SECRET: undefined };
    const fromFile = { ...rest, SESSION_SECRET_FILE: join(folder, 'secret'), UNRELATED_FILE: '/none' };
    expect(loadConfig(baseConfigSchema, fromFile).SESSION_SECRET).toEqual(['f'.repeat(32)]);
    expect(loadConfig(baseConfigSchema, { ...fromFile, ...valid }).SESSION_SECRET).toEqual(['s'.repeat(32)]);
    expect(() =>
      loadConfig(baseConfigSchema, { ...rest, SESSION_SECRET_FILE: join(folder, 'none') }),
    ).toThrow(/SESSION_SECRET: the file named by SESSION_SECRET_FILE cannot be read/);
    writeFileSync(join(folder, 'secret'), describeOnlyEnv.SESSION_SECRET);
    expect(() => loadConfig(baseConfigSchema, fromFile)).toThrow(
      /SESSION_SECRET: this is the development default/,
    );
    rmSync(folder, { recursive: true });
  });

  it('names all faults together, without values', () => {
    const load = (): unknown =>
      loadConfig(baseConfigSchema, {
        ...valid,
        PORT: 'eighty',
        REDIS_URL: 'http://example.com',
        SESSION_SECRET: 'short-and-private',
      });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT.*\n.*REDIS_URL.*\n.*SESSION_SECRET: each secret needs at least 32/s);
    expect(load).not.toThrow(/short-and-private/);
  });

  it('rejects the development secret in production, and when NODE_ENV is not set', () => {
    const { SESSION_SECRET } = describeOnlyEnv;
    for (const NODE_ENV of ['production', undefined]) {
      expect(() => loadConfig(baseConfigSchema, { ...valid, NODE_ENV, SESSION_SECRET })).toThrow(
        /SESSION_SECRET: this is the development default/,
      );
    }
    expect(() =>
      loadConfig(baseConfigSchema, { ...valid, NODE_ENV: 'development', SESSION_SECRET }),
    ).not.toThrow();
  });
});
