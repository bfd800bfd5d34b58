import { badRequest, CONFIG, type IdempotentRequest, notFound, type Principal } from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { UploadGrant } from '../attachments/upload-grant.entity.ts';
import { UploadGrantsService } from '../attachments/upload-grants.service.ts';
import type { AttachmentsConfig } from '../config.ts';
import {
  MIN_PART_BYTES,
  ObjectChanged,
  PartsRefused,
  type Storage,
  STORAGE,
  type StoredPart,
} from '../storage/storage.ts';
import type {
  CompletedUploadResponse,
  CompleteMultipartUploadRequest,
  MultipartUploadResponse,
  SignedPartResponse,
  UploadedPartResponse,
  UploadParamsResponse,
} from './companion.schemas.ts';

/** Maximum number of parts of an upload (specification, section 9). */
const MAX_PARTS = 10_000;

/** The same text for another user's key and an unknown id. */
const noSuchUpload = () => notFound('There is no such upload in progress.');

/** Form and multipart uploads, with the same grants as other uploads. */
@Injectable()
export class CompanionService {
  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly grants: UploadGrantsService,
  ) {}

  params(principal: Principal): Promise<UploadParamsResponse> {
    return this.grants.openFor(principal, null, async ({ objectPath, expiresAt }) => {
      const { url, fields } = await this.storage.signForm(objectPath, new Date(expiresAt));
      return { method: 'POST', url, fields, expires: this.config.SIGNED_URL_TTL_S };
    });
  }

  /** Starts an upload; a retry returns the upload already started. */
  create(
    principal: Principal,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<MultipartUploadResponse> {
    return this.grants.openFor(principal, idempotentRequest, async ({ objectPath: key }) => {
      const begun = idempotentRequest ? await this.storage.multipart.find(key) : undefined;
      const uploadId = begun ?? (await this.storage.multipart.create(key));
      return { key, uploadId, bucket: this.storage.bucket };
    });
  }

  async parts(principal: Principal, key: string, uploadId: string): Promise<UploadedPartResponse[]> {
    const { parts } = await this.requireUpload(principal, key, uploadId);
    return parts.map(({ number, etag, size }) => ({ PartNumber: number, ETag: etag, Size: size }));
  }

  async signPart(
    principal: Principal,
    key: string,
    uploadId: string,
    partNumber: number,
  ): Promise<SignedPartResponse> {
    const highest = Math.min(MAX_PARTS, Math.ceil(this.storage.maxBytes / MIN_PART_BYTES));
    if (partNumber > highest) {
      throw badRequest({
        partNumber: [`At most ${highest}: a file may have ${this.storage.maxBytes} bytes.`],
      });
    }
    const { grant } = await this.requireUpload(principal, key, uploadId);
    const { objectPath, expiresAt } = grant;
    return {
      url: await this.storage.multipart.signPart(objectPath, uploadId, partNumber, expiresAt),
      expires: Math.floor((expiresAt.getTime() - Date.now()) / 1000),
    };
  }

  async complete(
    principal: Principal,
    key: string,
    uploadId: string,
    claimed: CompleteMultipartUploadRequest['parts'],
  ): Promise<CompletedUploadResponse> {
    const { objectPath } = await this.requireGrant(principal, key);
    const parts = claimed.map(({ PartNumber, ETag }) => ({ number: PartNumber, etag: ETag }));
    try {
      const location = await this.storage.multipart.complete(objectPath, uploadId, parts);
      return { location, key: objectPath, bucket: this.storage.bucket };
    } catch (error) {
      if (error instanceof ObjectChanged) throw noSuchUpload();
      if (error instanceof PartsRefused) throw badRequest({ parts: [error.message] });
      throw error;
    }
  }

  /** Removes the parts at once, and no longer counts among the user's open uploads. */
  async abort(principal: Principal, key: string, uploadId: string): Promise<void> {
    const { grant } = await this.requireUpload(principal, key, uploadId);
    await this.storage.multipart.abort(grant.objectPath, uploadId);
    await this.grants.close(grant.objectPath);
  }

  private async requireUpload(
    principal: Principal,
    key: string,
    uploadId: string,
  ): Promise<{ grant: UploadGrant; parts: StoredPart[] }> {
    const grant = await this.requireGrant(principal, key);
    const parts = await this.storage.multipart.parts(grant.objectPath, uploadId);
    if (!parts) throw noSuchUpload();
    return { grant, parts };
  }

  private async requireGrant(principal: Principal, key: string): Promise<UploadGrant> {
    const grant = await this.grants.find(principal, key);
    if (!grant || grant.recordedAt !== null) throw noSuchUpload();
    return grant;
  }
}
