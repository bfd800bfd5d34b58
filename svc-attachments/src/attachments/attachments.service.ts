import {
  badRequest,
  brokenConstraint,
  CONFIG,
  conflict,
  Idempotency,
  type IdempotentRequest,
  notFound,
  type Precondition,
  type Principal,
  type Problem,
  Transactions,
  unprocessable,
  type Versioned,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AttachmentsConfig } from '../config.ts';
import { withoutPlaceInThread } from '../pictures/in-thread.ts';
import { PictureRefused } from '../pictures/picture-refused.ts';
import { placeTurns } from '../pictures/turns.ts';
import { placeRemoverOf } from '../pictures/without-place.ts';
import { fileTooLarge, ObjectChanged, type Storage, STORAGE, type StoredObject } from '../storage/storage.ts';
import { type AnnouncedRemoval, ObjectRemovals } from '../sweeper/object-removals.ts';
import { Sweeper } from '../sweeper/sweeper.ts';
import { isPicture } from '../thumbnails/thumbnail-image.ts';
import { ThumbnailMaker } from '../thumbnails/thumbnail-maker.ts';
import { ThumbnailQueue } from '../thumbnails/thumbnail-queue.ts';
import { type Attachment, recordedKey } from './attachment.entity.ts';
import { AttachmentsRepository } from './attachments.repository.ts';
import {
  type AttachmentResponse,
  attachmentResponse,
  type DownloadResponse,
  type GrantUploadQuery,
  type ListAttachmentsQuery,
  type RecordAttachmentRequest,
  toAttachmentResponse,
  type UpdateAttachmentRequest,
  type UploadGrantResponse,
} from './attachments.schemas.ts';
import { fileTypeOf, SNIFFED_BYTES } from './file-type.ts';
import { isShowing, type Purpose } from './purposes.ts';
import { StorageQuota } from './storage-quota.ts';
import { noSuchUpload, UploadGrantsService } from './upload-grants.service.ts';

const replacedMeanwhile = () =>
  conflict('file_replaced', 'The file was replaced while it was being recorded. Please try again.');

/** An upload that was copied to its permanent key while being recorded. */
interface CopiedUpload {
  objectPath: string;
  /** Bytes. */
  size: number;
  fileType: string | null;
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
    private readonly sweeper: Sweeper,
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
      items: await Promise.all(page.map((row) => this.listed(row, principal))),
      total,
      next: rows.length > limit ? page.at(-1)?.id : undefined,
    };
  }

  /**
   * Grants the upload of one file. The details in the request are checked now, and again when the file is recorded.
   * @throws Problem 404 for a ticket that is not visible to the principal, 413 when the file is too large or exceeds
   * the quota.
   */
  async grant(
    principal: Principal,
    { ticketId, fileSize }: GrantUploadQuery,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<UploadGrantResponse> {
    if (ticketId !== undefined) await this.requireTicket(principal, ticketId);
    if (fileSize !== undefined) {
      if (fileSize > this.storage.maxBytes) throw fileTooLarge(this.storage.maxBytes);
      if (ticketId !== undefined) await this.quota.requireRoom({ ticketId }, fileSize);
    }
    const { objectPath, expiresAt } = await this.grants.open(principal, idempotentRequest);
    return {
      uploadURL: await this.storage.signUpload(objectPath, new Date(expiresAt), { exactly: fileSize }),
      objectPath,
      expiresAt,
    };
  }

  /**
   * Records an upload, once per idempotency key. The file is first copied to a new key, for which no upload URL exists.
   * The removal of that key is scheduled before the copy and cancelled in the transaction of the record, so that a
   * failure in between leaves neither a file without a record nor a record without a file.
   * @throws Problem 400 on `commentId` unless it is a comment of the principal's own on this ticket, 422 on `purpose` for
   * what is no picture
   */
  async record(
    principal: Principal,
    ticketId: string,
    request: RecordAttachmentRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<AttachmentResponse> {
    await this.requireTicket(principal, ticketId);
    const copying = this.copy(principal, ticketId, request);
    // A retry finds its upload recorded and removed; then the stored response counts, not the failure.
    await Promise.allSettled([copying]);
    const response = await this.transactions.run((transaction) =>
      this.idempotency.once(
        transaction,
        principal.userId,
        idempotentRequest,
        attachmentResponse,
        async () => {
          const copied = await copying;
          return toAttachmentResponse(await this.insert(transaction, copied, principal, ticketId, request));
        },
      ),
    );
    this.thumbnailMaker.run();
    return response;
  }

  /** A URL that serves the file with its original name. */
  async download(principal: Principal, id: string): Promise<DownloadResponse> {
    const attachment = await this.repository.find(principal, id);
    if (!attachment) throw notFound();
    return {
      downloadURL: await this.storage.signDownload(
        recordedKey(id),
        attachment.fileName,
        this.urlExpiry(),
        principal,
      ),
    };
  }

  /**
   * Changes what a picture shows.
   * @throws Problem 404, 409 where a solved ticket needs it as it is, 412, 422 on `purpose` for what is no picture
   */
  async update(
    principal: Principal,
    id: string,
    { purpose }: UpdateAttachmentRequest,
    precondition: Precondition,
  ): Promise<Versioned<AttachmentResponse>> {
    const found = await this.repository.find(principal, id);
    if (!found) throw notFound();
    requireShowing(purpose, found.fileType);
    return this.transactions.run(async (transaction) => {
      if (purpose !== undefined) await this.recordPhoto(transaction, principal, found, purpose);
      const attachment = await this.repository.lock(transaction, id);
      if (!attachment) throw notFound();
      precondition(attachment.version);
      const isChanged = purpose !== undefined && purpose !== attachment.purpose;
      const changed = isChanged ? await this.repository.setPurpose(transaction, id, purpose) : attachment;
      return { body: toAttachmentResponse(changed), version: changed.version };
    });
  }

  /** @throws Problem 409 where a solved ticket needs the picture as it is, but by administrators */
  private async recordPhoto(
    transaction: EntityManager,
    { role }: Principal,
    attachment: Attachment,
    purpose: Purpose | null,
  ): Promise<void> {
    const isAdmin = role === 'admin';
    if (await this.repository.recordPhoto(transaction, attachment, purpose, isAdmin)) return;
    throw conflict('proof_needed', 'Reopen the ticket first.');
  }

  /**
   * Deletes the row, and the file at once if the storage allows; otherwise a later sweep does.
   * @throws Problem 404, 409 for the last picture that a solved ticket needs, but by administrators
   */
  async delete(principal: Principal, id: string): Promise<void> {
    const attachment = await this.repository.find(principal, id);
    if (!attachment) throw notFound();
    await this.transactions.run(async (transaction) => {
      await this.recordPhoto(transaction, principal, attachment, null);
      if (!(await this.repository.delete(transaction, principal, id))) throw notFound();
    });
    this.sweeper.run();
  }

  private async listed(attachment: Attachment, principal: Principal): Promise<AttachmentResponse> {
    const key = attachment.thumbnail?.objectKey ?? null;
    const thumbnailURL =
      key === null ? null : await this.storage.signPicture(key, this.urlExpiry(), principal);
    return { ...toAttachmentResponse(attachment), thumbnailURL };
  }

  private urlExpiry(): Date {
    return new Date(Date.now() + this.config.SIGNED_URL_TTL_S * 1000);
  }

  private async requireTicket(principal: Principal, ticketId: string): Promise<void> {
    if (!(await this.repository.isTicketVisible(principal, ticketId))) throw notFound();
  }

  private async requireOwnComment(
    principal: Principal,
    ticketId: string,
    { commentId }: RecordAttachmentRequest,
    transaction?: EntityManager,
  ): Promise<void> {
    if (commentId === undefined || commentId === null) return;
    if (await this.repository.isOwnComment(principal, ticketId, commentId, transaction)) return;
    throw badRequest({ commentId: ['Must be a comment of your own on this ticket.'] });
  }

  /** Copies a user's upload to its permanent key. */
  private async copy(
    principal: Principal,
    ticketId: string,
    request: RecordAttachmentRequest,
  ): Promise<CopiedUpload> {
    await this.requireOwnComment(principal, ticketId, request);
    const { objectPath: pathOrUrl, fileSize, fileType: claim } = request;
    const grant = await this.grants.find(principal, pathOrUrl);
    if (!grant) throw noSuchUpload();
    if (grant.recordedAt !== null) throw await this.recordedAlready(principal, grant.objectPath);
    const { objectPath } = grant;
    const { size, version } = await this.requireUpload(objectPath, fileSize);
    const start = await this.storage.readBytes(objectPath, SNIFFED_BYTES);
    if (!start) throw replacedMeanwhile();
    // Browsers send '' for a file of unknown type.
    const fileType = await fileTypeOf(start, claim || null);
    requireShowing(request.purpose, fileType);
    const mayHavePlace = placeRemoverOf(start, fileType) !== undefined;
    const removal = await this.removals.announce('attachments');
    try {
      if (mayHavePlace) await this.storeWithoutPlace(principal, objectPath, version, removal.objectKey);
      else await this.storage.copy(objectPath, version, removal.objectKey);
    } catch (error) {
      if (error instanceof PictureRefused) throw unprocessable('not_a_picture', error.message);
      throw error instanceof ObjectChanged ? replacedMeanwhile() : error;
    }
    return { objectPath, size, fileType, removal };
  }

  /** Stores a file under a second key without the place where it was taken, which is then stored nowhere for good. */
  private storeWithoutPlace({ userId }: Principal, from: string, version: string, to: string): Promise<void> {
    return placeTurns.take(userId, async () => {
      const file = await this.storage.readBytes(from, this.storage.maxBytes);
      if (!file || (await this.storage.inspect(from))?.version !== version) throw new ObjectChanged();
      await this.storage.store(to, await withoutPlaceInThread(file));
    });
  }

  /** Checks the stored file itself; one with a false size is removed. */
  private async requireUpload(key: string, claimedSize: number): Promise<StoredObject> {
    const { maxBytes } = this.storage;
    if (claimedSize > maxBytes) throw fileTooLarge(maxBytes);
    const upload = await this.storage.inspect(key);
    if (!upload) throw conflict('not_uploaded', 'The file is not uploaded yet. Please upload it first.');
    if (upload.size === claimedSize) return upload;
    await this.storage.remove(key);
    if (upload.size > maxBytes) throw fileTooLarge(maxBytes);
    throw unprocessable(
      'wrong_size',
      `The uploaded file has ${upload.size} bytes, not ${claimedSize}. Please upload it again.`,
      { fileSize: [`The uploaded file has ${upload.size} bytes.`] },
    );
  }

  private async recordedAlready(principal: Principal, objectPath: string): Promise<Problem> {
    const existingId = await this.repository.idOf(principal, objectPath);
    const detail = 'This file is already recorded. Please upload it again.';
    return conflict('already_recorded', detail, undefined, existingId);
  }

  /** Closes the grant, cancels the removal of the copy, schedules that of the upload, and writes the row. */
  private async insert(
    transaction: EntityManager,
    { objectPath, size, fileType, removal }: CopiedUpload,
    principal: Principal,
    ticketId: string,
    request: RecordAttachmentRequest,
  ): Promise<Attachment> {
    // It may have been removed while the file was copied.
    await this.requireOwnComment(principal, ticketId, request, transaction);
    if (!(await this.grants.markRecorded(transaction, objectPath)))
      throw await this.recordedAlready(principal, objectPath);
    await this.quota.takeRoom(transaction, { ticketId }, size);
    await this.removals.cancel(transaction, removal);
    await this.removals.add(transaction, objectPath);
    const attachment = await this.repository
      .insert(transaction, {
        id: removal.id,
        ticketId,
        commentId: request.commentId ?? null,
        fileName: request.fileName,
        fileType,
        fileSize: size,
        objectPath,
        purpose: request.purpose ?? null,
        uploadedBy: principal.userId,
      })
      .catch(rejectLostTicket);
    if (isPicture(fileType, size)) {
      await this.thumbnails.add(transaction, attachment.id);
    }
    return attachment;
  }
}

/** @throws Problem 422 for a purpose of what is no picture */
function requireShowing(purpose: Purpose | null | undefined, fileType: string | null): void {
  if (purpose === null || purpose === undefined || isShowing(fileType)) return;
  const detail = 'Only a picture shows the work: a JPEG, PNG, WebP, GIF, HEIC or AVIF.';
  throw unprocessable('not_showing', detail, { purpose: [detail] });
}

/** The ticket was removed since it was checked. */
function rejectLostTicket(error: unknown): never {
  throw brokenConstraint(error)?.constraint === 'fk_attachments_ticket_id' ? notFound() : error;
}
