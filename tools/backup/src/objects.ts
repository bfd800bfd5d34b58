import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const text = z.string().min(1);
const address = z.url({ protocol: /^https?$/ }).optional();

/** The storage's settings, the same as svc-attachments'. */
export const storageSettings = z.discriminatedUnion('STORAGE_DRIVER', [
  z.object({ STORAGE_DRIVER: z.literal('disk').default('disk'), STORAGE_DIR: text }),
  z.object({
    STORAGE_DRIVER: z.literal('s3'),
    S3_BUCKET: text,
    S3_REGION: text.default('us-east-1'),
    S3_ENDPOINT: address,
    S3_INNER_ENDPOINT: address,
    S3_ACCESS_KEY_ID: text.optional(),
    S3_SECRET_ACCESS_KEY: text.optional(),
    S3_FORCE_PATH_STYLE: z.stringbool().default(false),
  }),
]);
type StorageSettings = z.infer<typeof storageSettings>;

/** The storage of svc-attachments, with keys such as `attachments/<uuid>`; compatible with its drivers. */
export interface Objects {
  /** Undefined if nothing is stored at the key. */
  read(key: string): Promise<Readable | undefined>;
  /** Stores a file's bytes at the key, atomically. */
  write(key: string, path: string): Promise<void>;
  areNone(): Promise<boolean>;
}

/** The areas of keys: recorded files and their thumbnails. */
const AREAS = ['attachments', 'thumbnails'];

export const openObjects = (settings: StorageSettings): Objects =>
  settings.STORAGE_DRIVER === 's3' ? s3Objects(settings) : diskObjects(settings.STORAGE_DIR);

/** Each key has a folder with the file `object`. */
const diskObjects = (directory: string): Objects => ({
  read(key) {
    const path = join(directory, key, 'object');
    return Promise.resolve(existsSync(path) ? createReadStream(path) : undefined);
  },
  async write(key, path) {
    const target = join(directory, key, 'object');
    const unfinished = `${target}.${randomUUID()}`;
    await mkdir(dirname(target), { recursive: true });
    await pipeline(createReadStream(path), createWriteStream(unfinished, { flush: true }));
    await rename(unfinished, target);
  },
  async areNone() {
    const names = await Promise.all(AREAS.map((area) => readdir(join(directory, area)).catch(() => [])));
    return names.flat().length === 0;
  },
});

function s3Objects(settings: StorageSettings & { STORAGE_DRIVER: 's3' }): Objects {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const endpoint = settings.S3_INNER_ENDPOINT ?? settings.S3_ENDPOINT;
  const client = new S3Client({
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    // As in svc-attachments: not every compatible server supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = settings.S3_BUCKET;
  return {
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
        throw error;
      }
    },
    async write(Key, path) {
      const object = { Body: createReadStream(path), ContentLength: (await stat(path)).size };
      const ContentType = 'application/octet-stream';
      await client.send(new PutObjectCommand({ Bucket, Key, ContentType, ...object }));
    },
    async areNone() {
      const lists = AREAS.map((area) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix: `${area}/`, MaxKeys: 1 })),
      );
      return (await Promise.all(lists)).every(({ Contents = [] }) => Contents.length === 0);
    },
  };
}
