import { describe, expect, it } from '@jest/globals';
import { ConfigError, describeOnlyEnv, loadConfig } from '@mainstay/service-kit';
import { configSchema } from './config.ts';

const disk = { ...describeOnlyEnv, STORAGE_DIR: '/var/lib/mainstay' };
const s3 = { ...describeOnlyEnv, STORAGE_DRIVER: 's3', S3_BUCKET: 'files', S3_REGION: 'eu-central-1' };
const load = (env: Record<string, string | undefined>) => loadConfig(configSchema, env);

describe('settings', () => {
  it('default to disk storage, with URLs valid for a week', () => {
    expect(load(disk)).toMatchObject({
      STORAGE_DRIVER: 'disk',
      STORAGE_DIR: '/var/lib/mainstay',
      SIGNED_URL_TTL_S: 604_800,
    });
  });

  it('accept S3 without a folder or a signing secret', () => {
    expect(load({ ...s3, URL_SIGNING_SECRET: undefined, S3_FORCE_PATH_STYLE: 'true' })).toMatchObject({
      S3_BUCKET: 'files',
      S3_FORCE_PATH_STYLE: true,
    });
  });

  it('report all faults together', () => {
    const faulty = {
      ...disk,
      PORT: 'x',
      STORAGE_DIR: undefined,
      URL_SIGNING_SECRET: 'short',
      SIGNED_URL_TTL_S: '0',
    };
    expect(() => load(faulty)).toThrow(ConfigError);
    for (const name of ['PORT', 'STORAGE_DIR', 'URL_SIGNING_SECRET', 'SIGNED_URL_TTL_S']) {
      expect(() => load(faulty)).toThrow(`${name}: `);
    }
  });

  it.each([
    ['an unknown driver', { ...disk, STORAGE_DRIVER: 'tape' }, 'STORAGE_DRIVER'],
    ['S3 without a bucket', { ...s3, S3_BUCKET: undefined }, 'S3_BUCKET'],
    ['incomplete credentials', { ...s3, S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY'],
    ['URL lifetimes that S3 would reject', { ...s3, SIGNED_URL_TTL_S: '604801' }, 'SIGNED_URL_TTL_S'],
    ['a development secret in production', { ...disk, NODE_ENV: 'production' }, 'URL_SIGNING_SECRET'],
  ])('reject %s', (_what, env, name) => {
    expect(() => load(env)).toThrow(`${name}: `);
  });
});
