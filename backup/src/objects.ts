import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from './settings.ts';

/** Where svc-attachments keeps the bytes, by keys such as `attachments/<uuid>`; written as its drivers write. */
export interface Objects {
  /** Undefined when nothing is stored under the key. */
  read(key: string): Promise<Readable | undefined>;
  /** Stores a file's bytes under the key: all of them or none. */
  write(key: string, path: string): Promise<void>;
  /** Whether nothing is stored. */
  areNone(): Promise<boolean>;
}

export function openObjects(settings: Settings): Objects {
  return settings.STORAGE_DRIVER === 's3' ? s3Objects(settings) : diskObjects(settings.STORAGE_DIR);
}

/** The areas of keys: what is recorded, and the pictures the service made of it. */
const AREAS = ['attachments', 'thumbnails'];

/** Each key has a folder with the file `object` in it. */
function diskObjects(directory: string): Objects {
  return {
    async read(key) {
      try {
        const file = await open(join(directory, key, 'object'));
        return file.createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
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
  };
}

function s3Objects(settings: Settings & { STORAGE_DRIVER: 's3' }): Objects {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  const client = new S3Client({
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    ...(settings.S3_ENDPOINT === undefined ? {} : { endpoint: settings.S3_ENDPOINT }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // As in svc-attachments: not every compatible server knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = settings.S3_BUCKET;
  return {
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
        throw error;
      }
    },
    async write(key, path) {
      const { size } = await stat(path);
      await client.send(
        new PutObjectCommand({
          ...{ Bucket, Key: key, Body: createReadStream(path), ContentLength: size },
          ContentType: 'application/octet-stream',
        }),
      );
    },
    async areNone() {
      const lists = AREAS.map((area) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix: `${area}/`, MaxKeys: 1 })),
      );
      return (await Promise.all(lists)).every(({ Contents = [] }) => Contents.length === 0);
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
