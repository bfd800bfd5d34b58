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
  INTAKE_SECRET: 'i'.repeat(32),
};

describe('loadConfig', () => {
  it('reads numbers and lists of secrets, and uses the defaults', () => {
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
    const given = { ...valid, PORT: '4000', SESSION_SECRET: `${first}, ${second}` };
    const read = { HOST: '127.0.0.1', PORT: 4000, SESSION_SECRET: [first, second] };
    expect(loadConfig(baseConfigSchema, given)).toMatchObject(read);
  });

  it('refuses a list with one short secret', () => {
    const SESSION_SECRET = `${'a'.repeat(32)},${'b'.repeat(31)}`;
    expect(() => loadConfig(baseConfigSchema, { ...valid, SESSION_SECRET })).toThrow(/SESSION_SECRET: each/);
  });

  it.each([
    ['DATABASE_URL', 'mysql://127.0.0.1/none'],
    ['REDIS_URL', 'http://127.0.0.1'],
    ['PUBLIC_URL', 'ftp://localhost'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_WAIT_MS', '0'],
    ['SESSION_IDLE_S', '59'],
    ['SESSION_ABSOLUTE_S', '59'],
    ['WRITES_PER_MINUTE', '0'],
    ['WRITES_PER_MINUTE_AND_ADDRESS', '0'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadConfig(baseConfigSchema, { ...valid, [name]: value })).toThrow(`  ${name}: `);
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
    for (const NODE_ENV of ['development', 'test']) {
      expect(() => loadConfig(baseConfigSchema, { ...valid, NODE_ENV, SESSION_SECRET })).not.toThrow();
    }
  });
});
