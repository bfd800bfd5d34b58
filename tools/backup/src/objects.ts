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

/** The storage of svc-attachments, with keys such as `attachments/<uuid>`; compatible with its drivers. */
export interface Objects {
  /** Undefined if nothing is stored at the key. */
  read(key: string): Promise<Readable | undefined>;
  /** Stores a file's bytes at the key, atomically. */
  write(key: string, path: string): Promise<void>;
  /** Whether the storage is empty. */
  areNone(): Promise<boolean>;
}

export function openObjects(settings: Settings): Objects {
  return settings.STORAGE_DRIVER === 's3' ? s3Objects(settings) : diskObjects(settings.STORAGE_DIR);
}

/** The areas of keys: recorded files and their thumbnails. */
const AREAS = ['attachments', 'thumbnails'];

/** Each key has a folder with the file `object`. */
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
  const endpoint = settings.S3_INNER_ENDPOINT ?? settings.S3_ENDPOINT;
  const client = new S3Client({
    region: settings.S3_REGION,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // As in svc-attachments: not every compatible server supports the newer checksums.
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
          Bucket,
          Key: key,
          Body: createReadStream(path),
          ContentLength: size,
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
