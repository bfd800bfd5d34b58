import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachmentDisposition } from './content-disposition.ts';
import { ObjectChanged, type Storage, storageAway, type StoredObject } from './storage.ts';

export interface S3StorageOptions {
  bucket: string;
  region: string;
  /** Undefined for AWS itself. Browsers must reach it under the same address. */
  endpoint: string | undefined;
  /** Undefined: the SDK's own chain (environment, instance role, …). */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  forcePathStyle: boolean;
}

/** Type of every stored object: nothing that a browser would render, whatever the uploader called it. */
const OPAQUE_TYPE = 'application/octet-stream';

/** Objects in a bucket of S3 or a compatible server. */
export class S3Storage implements Storage {
  private readonly client: S3Client;

  constructor(private readonly options: S3StorageOptions) {
    const { region, endpoint, credentials, forcePathStyle } = options;
    this.client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      // Otherwise a signed PUT carries the checksum of an empty body and S3 refuses the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
    });
  }

  signUpload(key: string, expiresAt: Date): Promise<string> {
    return this.sign(new PutObjectCommand(this.at(key)), expiresAt);
  }

  signDownload(key: string, fileName: string, expiresAt: Date): Promise<string> {
    const command = new GetObjectCommand({
      ...this.at(key),
      ResponseContentDisposition: attachmentDisposition(fileName),
      ResponseContentType: OPAQUE_TYPE,
      ResponseCacheControl: 'private, no-store',
    });
    return this.sign(command, expiresAt);
  }

  async keyOf(url: string): Promise<string | undefined> {
    // The SDK knows best how it spells the bucket's addresses.
    const base = addressOf(await this.signUpload('-', new Date(Date.now() + 60_000))).slice(0, -1);
    const address = addressOf(url);
    return address.startsWith(base) ? address.slice(base.length) : undefined;
  }

  async inspect(key: string): Promise<StoredObject | undefined> {
    try {
      const { ContentLength: size, ETag: version } = await this.client.send(
        new HeadObjectCommand(this.at(key)),
      );
      if (size === undefined || version === undefined) throw new Error('no Content-Length or no ETag');
      return { size, version };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw storageAway(error);
    }
  }

  async copy(from: string, version: string, to: string): Promise<void> {
    const source = this.at(from);
    try {
      await this.client.send(
        new CopyObjectCommand({
          ...this.at(to),
          CopySource: `${source.Bucket}/${source.Key}`,
          CopySourceIfMatch: version,
          MetadataDirective: 'REPLACE',
          ContentType: OPAQUE_TYPE,
        }),
      );
    } catch (error) {
      const status = statusOf(error);
      if (status === 404 || status === 412) throw new ObjectChanged();
      throw storageAway(error);
    }
  }

  async remove(key: string): Promise<void> {
    try {
      await this.client.send(new DeleteObjectCommand(this.at(key)));
    } catch (error) {
      throw storageAway(error);
    }
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: key };
  }

  private async sign(command: PutObjectCommand | GetObjectCommand, expiresAt: Date): Promise<string> {
    const expiresIn = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
    try {
      return await getSignedUrl(this.client, command, { expiresIn });
    } catch (error) {
      throw storageAway(error);
    }
  }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
