import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type MultipartUpload,
  type Part,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { deadline, secondsUntil, statusOf, unlessMissing } from './s3-client.ts';
import {
  type ClaimedPart,
  fileTooLarge,
  type MultipartUploads,
  ObjectChanged,
  OPAQUE_TYPE,
  orUnavailable,
  PartsRefused,
  storageUnavailable,
  type StoredPart,
} from './storage.ts';

/** What the multipart uploads need of their storage. */
interface UploadsHome {
  /** Makes the calls. */
  client: S3Client;
  /** Signs the requests of browsers. */
  signer: S3Client;
  at(key: string): { Bucket: string; Key: string };
  locationOf(key: string): Promise<string>;
  readonly maxBytes: number;
}

/** An upload that is neither completed nor aborted. */
interface UnfinishedUpload {
  key: string;
  uploadId: string;
  begunAt: Date;
}

/** S3's own multipart uploads. */
export class S3Multipart implements MultipartUploads {
  constructor(private readonly home: UploadsHome) {}

  create(key: string): Promise<string> {
    return orUnavailable(async () => {
      const { UploadId } = await this.home.client.send(
        new CreateMultipartUploadCommand({ ...this.home.at(key), ContentType: OPAQUE_TYPE }),
        deadline('call'),
      );
      if (UploadId === undefined) throw new Error('no UploadId');
      return UploadId;
    });
  }

  async find(key: string): Promise<string | undefined> {
    return (await this.uploadsTo(key))[0];
  }

  signPart(key: string, uploadId: string, partNumber: number, expiresAt: Date): Promise<string> {
    const part = new UploadPartCommand({ ...this.home.at(key), UploadId: uploadId, PartNumber: partNumber });
    return orUnavailable(() => getSignedUrl(this.home.signer, part, { expiresIn: secondsUntil(expiresAt) }));
  }

  parts(key: string, uploadId: string): Promise<StoredPart[] | undefined> {
    return unlessMissing(async () => {
      const found: StoredPart[] = [];
      const { abortSignal } = deadline('call');
      // Some servers name a next part after the last page, too: the SDK's own pages would begin again and never end.
      let next: { PartNumberMarker?: string } | undefined = {};
      while (next) {
        const page: ListPartsCommandOutput = await this.home.client.send(
          new ListPartsCommand({ ...this.home.at(key), UploadId: uploadId, ...next }),
          { abortSignal },
        );
        found.push(...(page.Parts ?? []).map(toStoredPart));
        next =
          page.IsTruncated && page.NextPartNumberMarker !== undefined
            ? { PartNumberMarker: page.NextPartNumberMarker }
            : undefined;
      }
      return found;
    });
  }

  async complete(key: string, uploadId: string, parts: readonly ClaimedPart[]): Promise<string> {
    const stored = await this.parts(key, uploadId);
    if (!stored) throw new ObjectChanged();
    const claimed = new Set(parts.map(({ number }) => number));
    const bytes = stored.reduce((sum, { number, size }) => (claimed.has(number) ? sum + size : sum), 0);
    if (bytes > this.home.maxBytes) throw fileTooLarge(this.home.maxBytes);
    if (parts.length === 0) throw new PartsRefused('Parts are missing. Please send at least one.');
    try {
      await this.home.client.send(
        new CompleteMultipartUploadCommand({
          ...this.home.at(key),
          UploadId: uploadId,
          MultipartUpload: { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) },
        }),
        deadline('move'),
      );
    } catch (error) {
      if (statusOf(error) === 404) throw new ObjectChanged();
      if (statusOf(error) === 400) {
        throw new PartsRefused(
          'The parts cannot be joined: one was not received, is too small or out of order.',
        );
      }
      throw storageUnavailable(error);
    }
    return this.home.locationOf(key);
  }

  async abort(key: string, uploadId: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.home.at(key), UploadId: uploadId });
    await unlessMissing(() => this.home.client.send(command, deadline('call')));
  }

  /** Aborts every upload to the key. */
  async abortAll(key: string): Promise<void> {
    for (const uploadId of await this.uploadsTo(key)) await this.abort(key, uploadId);
  }

  /** The uploads in progress to keys with this prefix, page by page. */
  async *unfinished(prefix: string): AsyncIterable<UnfinishedUpload[]> {
    const { Bucket } = this.home.at(prefix);
    let next: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {};
    try {
      while (next) {
        const page: ListMultipartUploadsCommandOutput = await this.home.client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...next }),
          deadline('call'),
        );
        yield (page.Uploads ?? []).map(toUnfinishedUpload);
        next = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
          : undefined;
      }
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  private async uploadsTo(key: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const uploads of this.unfinished(key)) {
      ids.push(...uploads.filter((upload) => upload.key === key).map(({ uploadId }) => uploadId));
    }
    return ids;
  }
}

function toStoredPart({ PartNumber: number, ETag: etag, Size: size }: Part): StoredPart {
  if (number === undefined || etag === undefined || size === undefined) {
    throw new Error('a part without number, ETag or size');
  }
  return { number, etag, size };
}

function toUnfinishedUpload({
  Key: key,
  UploadId: uploadId,
  Initiated: begunAt,
}: MultipartUpload): UnfinishedUpload {
  if (key === undefined || uploadId === undefined || begunAt === undefined) {
    throw new Error('an upload without key, id or date');
  }
  return { key, uploadId, begunAt };
}
