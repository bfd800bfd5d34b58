import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { attachmentDisposition } from './content-disposition.ts';
import {
  createS3Client,
  deadline,
  type S3ClientOptions,
  secondsUntil,
  statusOf,
  unlessMissing,
} from './s3-client.ts';
import { S3Multipart } from './s3-multipart.ts';
import {
  type ListedObject,
  ObjectChanged,
  OPAQUE_TYPE,
  orUnavailable,
  PICTURE_NAME,
  PICTURE_TYPE,
  type SignedForm,
  type Storage,
  storageUnavailable,
  type StoredObject,
  type UploadSize,
} from './storage.ts';

/** Its `endpoint` is the address for browsers: a signature is valid for that host only. */
export interface S3StorageOptions extends S3ClientOptions {
  /** Where the service itself reaches the same storage; undefined: as browsers do. */
  innerEndpoint?: string | undefined;
  bucket: string;
  /** Bytes; a larger form or multipart upload is rejected. */
  maxBytes: number;
}

/** Objects in a bucket of S3 or a compatible server. */
export class S3Storage implements Storage {
  readonly multipart: S3Multipart;
  /** Makes the service's own calls. */
  private readonly client: S3Client;
  /** Signs the requests of browsers; makes no calls. */
  private readonly signer: S3Client;

  constructor(private readonly options: S3StorageOptions) {
    this.client = createS3Client({ ...options, endpoint: options.innerEndpoint ?? options.endpoint });
    this.signer = createS3Client(options);
    this.multipart = new S3Multipart({
      client: this.client,
      signer: this.signer,
      maxBytes: options.maxBytes,
      at: (key) => this.at(key),
      locationOf: (key) => this.locationOf(key),
    });
  }

  get bucket(): string {
    return this.options.bucket;
  }

  get maxBytes(): number {
    return this.options.maxBytes;
  }

  signUpload(key: string, expiresAt: Date, { exactly }: UploadSize = {}): Promise<string> {
    // With a length, it becomes a signed header, and S3 rejects a request of another length.
    return this.sign(new PutObjectCommand({ ...this.at(key), ContentLength: exactly }), expiresAt);
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

  signForm(key: string, expiresAt: Date): Promise<SignedForm> {
    return orUnavailable(() =>
      createPresignedPost(this.signer, {
        ...this.at(key),
        Expires: secondsUntil(expiresAt),
        Fields: { 'Content-Type': OPAQUE_TYPE, success_action_status: '201' },
        Conditions: [['content-length-range', 0, this.options.maxBytes]],
      }),
    );
  }

  async keyOf(url: string): Promise<string | undefined> {
    const base = (await this.locationOf('-')).slice(0, -1);
    const address = addressOf(url);
    return address.startsWith(base) ? address.slice(base.length) : undefined;
  }

  inspect(key: string): Promise<StoredObject | undefined> {
    return unlessMissing(async () => {
      const { ContentLength: size, ETag: version } = await this.client.send(
        new HeadObjectCommand(this.at(key)),
        deadline('call'),
      );
      if (size === undefined || version === undefined) throw new Error('no Content-Length or no ETag');
      return { size, version };
    });
  }

  async copy(from: string, version: string, to: string): Promise<void> {
    const source = this.at(from);
    let etag: string | undefined;
    try {
      const { CopyObjectResult } = await this.client.send(
        new CopyObjectCommand({
          ...this.at(to),
          CopySource: `${source.Bucket}/${source.Key}`,
          CopySourceIfMatch: version,
          MetadataDirective: 'REPLACE',
          ContentType: OPAQUE_TYPE,
        }),
        deadline('move'),
      );
      etag = CopyObjectResult?.ETag;
    } catch (error) {
      const status = statusOf(error);
      if (status === 404 || status === 412) throw new ObjectChanged();
      throw storageUnavailable(error);
    }
    // The ETag of the copy of a multipart upload differs, and Ceph ignores CopySourceIfMatch.
    if (etag === version || (await this.isStill(from, version, to))) return;
    await this.remove(to);
    throw new ObjectChanged();
  }

  /** Whether the inspected version is still there, and its copy is as long. */
  private async isStill(from: string, version: string, copy: string): Promise<boolean> {
    const [original, copied] = await Promise.all([this.inspect(from), this.inspect(copy)]);
    return original?.version === version && original.size === copied?.size;
  }

  readBytes(key: string, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
    return unlessMissing(async () => {
      const command = new GetObjectCommand({ ...this.at(key), Range: `bytes=0-${limit - 1}` });
      try {
        const { Body } = await this.client.send(command, deadline('call'));
        const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
        // Small ones share the memory of others.
        const own = Buffer.alloc(bytes.length);
        own.set(bytes);
        return own;
      } catch (error) {
        // An empty object contains no range.
        if (statusOf(error) === 416) return Buffer.alloc(0);
        throw error;
      }
    });
  }

  async store(key: string, bytes: Buffer): Promise<void> {
    const object = { ...this.at(key), Body: bytes, ContentType: OPAQUE_TYPE };
    await orUnavailable(() => this.client.send(new PutObjectCommand(object), deadline('move')));
  }

  signPicture(key: string, expiresAt: Date): Promise<string> {
    const command = new GetObjectCommand({
      ...this.at(key),
      ResponseContentDisposition: attachmentDisposition(PICTURE_NAME),
      ResponseContentType: PICTURE_TYPE,
      ResponseCacheControl: 'private, max-age=86400',
    });
    return this.sign(command, expiresAt);
  }

  async *list(key?: string): AsyncIterable<ListedObject[]> {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.options.bucket, Prefix: key },
    );
    try {
      for await (const { Contents = [] } of pages) {
        yield Contents.map(({ Key, LastModified }) => {
          if (Key === undefined || LastModified === undefined)
            throw new Error('an object without key or date');
          return { key: Key, storedAt: LastModified };
        });
      }
    } catch (error) {
      throw storageUnavailable(error);
    }
    for await (const uploads of this.multipart.unfinished(key ?? '')) {
      yield uploads.map((upload) => ({ key: upload.key, storedAt: upload.begunAt }));
    }
  }

  async remove(key: string): Promise<void> {
    await orUnavailable(() => this.client.send(new DeleteObjectCommand(this.at(key)), deadline('call')));
    await this.multipart.abortAll(key);
  }

  private at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.options.bucket, Key: key };
  }

  /** The SDK knows how to build the URLs of the bucket. */
  private async locationOf(key: string): Promise<string> {
    return addressOf(await this.signUpload(key, new Date(Date.now() + 60_000)));
  }

  private sign(command: PutObjectCommand | GetObjectCommand, expiresAt: Date): Promise<string> {
    return orUnavailable(() => getSignedUrl(this.signer, command, { expiresIn: secondsUntil(expiresAt) }));
  }
}

function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
