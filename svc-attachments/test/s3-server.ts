import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutBucketPolicyCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { TcpProxy } from '@mainstay/test-kit';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createS3Client } from '../src/storage/s3-client.ts';
import { S3StandIn } from './s3-stand-in/s3-stand-in.ts';

/** A bucket of an S3 server, and what the tests may ask of it. */
export interface S3Server {
  /** Of a driver with the least rights. */
  settings: {
    bucket: string;
    region: string;
    endpoint: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
    forcePathStyle: boolean;
    maxBytes: number;
  };
  /** The settings of a service that stores its files here. */
  env: Record<string, string>;
  sts: { roleArn: string; endpoint: string };
  keys(): Promise<string[]>;
  /** Whether it returns nothing but errors from now on. */
  refuse(isRefusing: boolean): Promise<void>;
  /** Calls, or tries to make one, so far. */
  calls(): number;
  /** Whether it is Ceph, whose known differences the tests state. */
  isCeph: boolean;
  close(): Promise<void>;
}

const keys = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
/** What `npm run s3` says of the server that it started. */
const realServer = z.object({
  endpoint: z.url(),
  owner: keys,
  user: keys.extend({ name: z.string() }),
  roleArn: z.string(),
});

/** The real server of `npm run s3`, else the strict stand-in. */
export async function openS3(): Promise<S3Server> {
  const real = process.env['REAL_S3'];
  return real === undefined ? openStandIn() : openReal(realServer.parse(JSON.parse(real)));
}

async function openStandIn(): Promise<S3Server> {
  const standIn = await S3StandIn.start();
  return {
    settings: standIn.settings,
    env: standIn.env,
    sts: { roleArn: 'arn:aws:iam::123456789012:role/uploader', endpoint: `${standIn.endpoint}/sts` },
    keys: () => Promise.resolve([...standIn.objects.keys()]),
    refuse(isRefusing) {
      standIn.fault = isRefusing ? { status: 503, code: 'SlowDown' } : undefined;
      return Promise.resolve();
    },
    calls: () => standIn.calls,
    isCeph: false,
    close: () => standIn.close(),
  };
}

/** A bucket of its own, whose owner lets the user do what tools/deploy/s3/policy.json names. */
async function openReal(server: z.infer<typeof realServer>): Promise<S3Server> {
  const bucket = `mainstay-${randomUUID()}`;
  const base = { region: 'us-east-1', forcePathStyle: true };
  const owner = createS3Client({ ...base, endpoint: server.endpoint, credentials: server.owner });
  await owner.send(new CreateBucketCommand({ Bucket: bucket }));
  const Policy = policyFor(bucket, server.user.name);
  await owner.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  const proxy = await TcpProxy.start(Number(new URL(server.endpoint).port));
  const { accessKeyId, secretAccessKey } = server.user;
  const endpoint = `http://127.0.0.1:${proxy.port}`;
  const settings = {
    ...base,
    bucket,
    endpoint,
    maxBytes: 0xa00000,
    credentials: {
      accessKeyId,
      secretAccessKey,
    },
  };
  return {
    settings,
    env: {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: bucket,
      S3_REGION: settings.region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
    sts: { roleArn: server.roleArn, endpoint: server.endpoint },
    keys: () => keysOf(owner, bucket),
    async refuse(isRefusing) {
      if (isRefusing) proxy.hangUp();
      else await proxy.recover();
    },
    calls: () => proxy.connections,
    isCeph: true,
    close() {
      proxy.stop();
      return Promise.resolve();
    },
  };
}

function policyFor(bucket: string, user: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../tools/deploy/s3/policy.json'), 'utf8');
  const Principal = { AWS: [`arn:aws:iam:::user/${user}`] };
  return JSON.stringify(JSON.parse(text.replaceAll('mainstay-files', bucket)), (key, value: unknown) =>
    key === 'Statement' && Array.isArray(value)
      ? value.map((statement: object) => ({ ...statement, Principal }))
      : value,
  );
}

async function keysOf(client: S3Client, bucket: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  return Contents.flatMap(({ Key }) => Key ?? []);
}
