import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createS3Client } from '../src/storage/s3-client.ts';
import { RunningService } from './running-service.ts';
import { envOf, S3StandIn } from './s3-stand-in/s3-stand-in.ts';

/** An empty bucket of an S3 server. */
interface S3Server {
  settings: S3StandIn['settings'];
  /** Settings of a service that stores its files here. */
  env: Record<string, string>;
  /** Settings of `s3/sts`; undefined when the server has no role for it. */
  sts: { S3_STS_ROLE_ARN: string; S3_STS_ENDPOINT: string } | undefined;
  keys(): Promise<string[]>;
  /** Undefined when the server is a real one. */
  standIn: S3StandIn | undefined;
  /** Whether it is Ceph, whose known differences the tests state. */
  isCeph: boolean;
  close(): Promise<void>;
}

/** A bucket of the server that the environment names (README.md), else of the strict stand-in. */
export async function openS3(): Promise<S3Server> {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;
  return S3_ENDPOINT && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
    ? openReal(S3_ENDPOINT, { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY })
    : openStandIn();
}

async function openStandIn(): Promise<S3Server> {
  const standIn = await S3StandIn.start();
  const { settings, env, endpoint } = standIn;
  return {
    settings,
    env,
    sts: { S3_STS_ROLE_ARN: 'arn:aws:iam::123456789012:role/uploader', S3_STS_ENDPOINT: `${endpoint}/sts` },
    keys: () => Promise.resolve([...standIn.objects.keys()]),
    standIn,
    isCeph: false,
    close: () => standIn.close(),
  };
}

async function openReal(
  endpoint: string,
  credentials: S3Server['settings']['credentials'],
): Promise<S3Server> {
  const { S3_REGION = 'us-east-1', S3_FORCE_PATH_STYLE = 'true', S3_STS_ROLE_ARN } = process.env;
  const bucket = `mainstay-${randomUUID()}`;
  const settings = {
    bucket,
    region: S3_REGION,
    endpoint,
    credentials,
    forcePathStyle: S3_FORCE_PATH_STYLE === 'true',
    maxBytes: 10_485_760,
  };
  const client = createS3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
    return Contents.flatMap(({ Key }) => Key ?? []);
  };
  return {
    settings,
    env: envOf(settings),
    sts: S3_STS_ROLE_ARN
      ? { S3_STS_ROLE_ARN, S3_STS_ENDPOINT: process.env['S3_STS_ENDPOINT'] ?? endpoint }
      : undefined,
    keys,
    standIn: undefined,
    isCeph: process.env['S3_IS_CEPH'] === 'true',
    async close() {
      for (let left = await keys(); left.length > 0; left = await keys()) {
        for (const Key of left) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      }
      await client.send(new DeleteBucketCommand({ Bucket: bucket }));
    },
  };
}

class ServiceOnStorage extends RunningService {
  /** Undefined when its files are on the disk. */
  s3: S3Server | undefined;

  override async close(): Promise<void> {
    await super.close();
    await this.s3?.close();
  }
}

/**
 * The service of a suite on one of the storages.
 * @param env settings in addition to those of the storage
 */
export function useServiceOn(
  storage: 'disk' | 'S3',
  env: Record<string, string> | ((s3: S3Server) => Record<string, string>) = {},
): ServiceOnStorage {
  const service = new ServiceOnStorage();
  beforeAll(async () => {
    service.s3 = storage === 'S3' ? await openS3() : undefined;
    const more = typeof env === 'function' ? (service.s3 ? env(service.s3) : {}) : env;
    await service.start({ ...service.s3?.env, ...more });
  });
  afterAll(() => service.close());
  return service;
}
