import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import type { AttachmentsConfig } from '../config.ts';
import { storageUnavailable } from './storage.ts';

export interface S3ClientOptions {
  region: string;
  /** Undefined for AWS itself. */
  endpoint: string | undefined;
  /** Undefined: the SDK's own chain (environment, instance role, …). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined;
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  forcePathStyle: boolean;
}

/** A failed call is retried up to ten times (specification, section 9), until its deadline. */
const ATTEMPTS = 11;

/** Idle timeout of a connection (specification, section 9). */
const IDLE_MS = 5 * 60_000;

/** Retries and timeouts of every client. */
export const PATIENCE = {
  retryStrategy: new ConfiguredRetryStrategy(ATTEMPTS, (attempt: number) => 50 * attempt),
  requestHandler: { connectionTimeout: 1000, socketTimeout: IDLE_MS },
};

/** Milliseconds until a call that inspects, lists, begins or removes is aborted, including retries. */
const CALL_MS = 8000;

/** The same for calls in which S3 copies a file's bytes: less than the gateway's timeout. */
const MOVE_MS = 25_000;

/** Aborts a call with all its retries, in time to send a response. */
export const deadline = (work: 'call' | 'move') => ({
  abortSignal: AbortSignal.timeout(work === 'call' ? CALL_MS : MOVE_MS),
});

/** Undefined: the SDK's own chain. */
export const credentialsOf = ({
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: AttachmentsConfig & { STORAGE_DRIVER: 's3' }) =>
  accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey };

/** A client of S3 or a compatible server. */
export const createS3Client = ({
  region,
  endpoint,
  credentials,
  forcePathStyle,
}: S3ClientOptions): S3Client =>
  new S3Client({
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Otherwise a signed PUT has the checksum of an empty body, and S3 refuses the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...PATIENCE,
  });

/** The HTTP status of S3's error response; undefined when it did not respond. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/**
 * The result of `work`; undefined when S3 returns 404.
 * @throws Problem 503 when it fails otherwise
 */
export async function unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw storageUnavailable(error);
  }
}

/** S3 gives the lifetime of signatures in seconds. */
export const secondsUntil = (time: Date): number => Math.floor((time.getTime() - Date.now()) / 1000);
