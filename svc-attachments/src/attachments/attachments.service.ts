import {
  brokenConstraint,
  CONFIG,
  conflict,
  Idempotency,
  type KeyedRequest,
  notFound,
  type Principal,
  Transactions,
  unprocessable,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttachmentsConfig } from '../config.ts';
import { fileTooLarge, ObjectChanged, type Storage, STORAGE, type StoredObject } from '../storage/storage.ts';
import { type AnnouncedRemoval, ObjectRemovals } from '../sweeper/object-removals.ts';
import { isPicture } from '../thumbnails/thumbnail-image.ts';
import { ThumbnailMaker } from '../thumbnails/thumbnail-maker.ts';
import { ThumbnailQueue } from '../thumbnails/thumbnail-queue.ts';
import { type Attachment, recordedKey } from './attachment.entity.ts';
import { type ListedAttachment, AttachmentsRepository } from './attachments.repository.ts';
import {
  type AttachmentResponse,
  attachmentResponse,
  type DownloadResponse,
  type GrantUploadQuery,
  type ListAttachmentsQuery,
  type RecordAttachmentRequest,
  toAttachmentResponse,
  type UploadGrantResponse,
} from './attachments.schemas.ts';
import { type FileType, fileTypeOf, SNIFFED_BYTES } from './file-type.ts';
import { StorageQuota } from './storage-quota.ts';
import { UploadGrantsService } from './upload-grants.service.ts';

const recordedAlready = () => conflict('This file is recorded already. Please upload it again.');
const replacedMeanwhile = () =>
  conflict('The file was replaced while it was being recorded. Please try again.');

/** An upload that has been copied to where it stays when it is recorded. */
interface KeptUpload {
  objectPath: string;
  /** Bytes. */
  size: number;
  fileType: FileType;
  removal: AnnouncedRemoval;
}

@Injectable()
export class AttachmentsService {
  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly repository: AttachmentsRepository,
    private readonly grants: UploadGrantsService,
    private readonly quota: StorageQuota,
    private readonly removals: ObjectRemovals,
    private readonly thumbnails: ThumbnailQueue,
    private readonly thumbnailMaker: ThumbnailMaker,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  /** One page, and the cursor of the next one. */
  async list(
    principal: Principal,
    ticketId: string,
    { limit, cursor }: ListAttachmentsQuery,
  ): Promise<{ items: AttachmentResponse[]; total: number; next: string | undefined }> {
    await this.requireTicket(principal, ticketId);
    const [rows, total] = await Promise.all([
      this.repository.list(ticketId, limit + 1, cursor),
      this.repository.count(ticketId),
    ]);
    const page = rows.slice(0, limit);
    return {
      items: await Promise.all(page.map((row) => this.listed(row))),
      total,
      next: rows.length > limit ? page.at(-1)?.id : undefined,
    };
  }

  /**
   * Leave to upload one file. What the request says of the file is checked now, and again when it is recorded.
   * @throws Problem 404 for a ticket that the principal does not see, 413 when the file is too large or finds no room.
   */
  async grant(
    principal: Principal,
    { ticketId, fileSize }: GrantUploadQuery,
    keyed: KeyedRequest | null,
  ): Promise<UploadGrantResponse> {
    if (ticketId !== undefined) await this.requireTicket(principal, ticketId);
    if (fileSize !== undefined) {
      if (fileSize > this.storage.maxBytes) throw fileTooLarge(this.storage.maxBytes);
      if (ticketId !== undefined) await this.quota.requireRoom(ticketId, fileSize);
    }
    const { objectPath, expiresAt } = await this.grants.open(principal, keyed);
    return {
      uploadURL: await this.storage.signUpload(objectPath, new Date(expiresAt), fileSize),
      objectPath,
      expiresAt,
    };
  }

  /**
   * Records an upload, once however often the same keyed request comes. The file gets a key of its own first, which no
   * upload URL leads to; a removal that is due later is noted before and struck out with the record, so that whatever
   * breaks in between leaves neither a file without a record nor a record without a file.
   */
  async record(
    principal: Principal,
    ticketId: string,
    request: RecordAttachmentRequest,
    keyed: KeyedRequest | null,
  ): Promise<AttachmentResponse> {
    await this.requireTicket(principal, ticketId);
    const keeping = this.keep(principal, request);
    // A repeated request finds its upload recorded and gone: then the first answer stands, not the failure.
    await Promise.allSettled([keeping]);
    const answer = await this.transactions.run((transaction) =>
      this.idempotency.once(transaction, principal.userId, keyed, attachmentResponse, async () => {
        const kept = await keeping;
        return toAttachmentResponse(await this.insert(transaction, kept, principal, ticketId, request));
      }),
    );
    this.thumbnailMaker.run();
    return answer;
  }

  /** A URL that serves the file under its original name. */
  async download(principal: Principal, id: string): Promise<DownloadResponse> {
    const attachment = await this.repository.find(principal, id);
    if (!attachment) throw notFound();
    return {
      downloadURL: await this.storage.signDownload(recordedKey(id), attachment.fileName, this.urlExpiry()),
    };
  }

  /** The row goes now, the file with the next sweep. */
  async delete(principal: Principal, id: string): Promise<void> {
    await this.transactions.run(async (transaction) => {
      if (!(await this.repository.delete(transaction, principal, id))) throw notFound();
    });
  }

  private async listed({ thumbnailKey, ...attachment }: ListedAttachment): Promise<AttachmentResponse> {
    const thumbnailURL =
      thumbnailKey === null ? null : await this.storage.signPicture(thumbnailKey, this.urlExpiry());
    return { ...toAttachmentResponse(attachment), thumbnailURL };
  }

  private urlExpiry(): Date {
    return new Date(Date.now() + this.config.SIGNED_URL_TTL_S * 1000);
  }

  private async requireTicket(principal: Principal, ticketId: string): Promise<void> {
    if (!(await this.repository.isTicketVisible(principal, ticketId))) throw notFound();
  }

  /** Copies a user's upload to where it will stay. */
  private async keep(
    principal: Principal,
    { objectPath: pathOrUrl, fileSize, fileType: claim }: RecordAttachmentRequest,
  ): Promise<KeptUpload> {
    const grant = await this.grants.find(principal, pathOrUrl);
    if (!grant) throw notFound('There is no such upload, or it was granted to somebody else.');
    if (grant.recordedAt !== null) throw recordedAlready();
    const { objectPath } = grant;
    const { size, version } = await this.requireUpload(objectPath, fileSize);
    const removal = await this.removals.announce('attachments');
    try {
      await this.storage.copy(objectPath, version, removal.objectKey);
    } catch (error) {
      if (!(error instanceof ObjectChanged)) throw error;
      throw replacedMeanwhile();
    }
    const start = await this.storage.readBytes(removal.objectKey, SNIFFED_BYTES);
    if (!start) throw replacedMeanwhile();
    // Browsers say '' of a file whose type they do not know.
    return { objectPath, size, fileType: await fileTypeOf(start, claim || null), removal };
  }

  /** Looks at the stored file itself; a false one is removed. */
  private async requireUpload(key: string, claimedSize: number): Promise<StoredObject> {
    const { maxBytes } = this.storage;
    if (claimedSize > maxBytes) throw fileTooLarge(maxBytes);
    const upload = await this.storage.inspect(key);
    if (!upload) throw conflict('The file is not uploaded yet. Please upload it first.');
    if (upload.size === claimedSize) return upload;
    await this.storage.remove(key);
    if (upload.size > maxBytes) throw fileTooLarge(maxBytes);
    throw unprocessable(
      `The uploaded file has ${upload.size} bytes, not ${claimedSize}. Please upload it again.`,
      { fileSize: [`The uploaded file has ${upload.size} bytes.`] },
    );
  }

  /** Closes the grant, exchanges the removal of the file for that of its upload, and writes the row. */
  private async insert(
    transaction: EntityManager,
    { objectPath, size, fileType, removal }: KeptUpload,
    { userId }: Principal,
    ticketId: string,
    { fileName }: RecordAttachmentRequest,
  ): Promise<Attachment> {
    if (!(await this.grants.markRecorded(transaction, objectPath))) throw recordedAlready();
    await this.quota.takeRoom(transaction, ticketId, size);
    await this.removals.cancel(transaction, removal);
    await this.removals.add(transaction, objectPath);
    const attachment = await this.repository
      .insert(transaction, {
        id: removal.id,
        ticketId,
        fileName,
        fileType: fileType.type,
        fileSize: size,
        objectPath,
        uploadedBy: userId,
      })
      .catch(rejectLostTicket);
    if (fileType.isAsClaimed && isPicture(fileType.type, size)) {
      await this.thumbnails.add(transaction, attachment.id);
    }
    return attachment;
  }
}

/** The ticket went away since it was looked at. */
function rejectLostTicket(error: unknown): never {
  throw brokenConstraint(error)?.constraint === 'fk_attachments_ticket_id' ? notFound() : error;
}
