import {
  brokenConstraint,
  CONFIG,
  conflict,
  notFound,
  type Principal,
  tooLarge,
  unprocessable,
} from '@mainstay/service-kit';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DataSource, IsNull } from 'typeorm';
import type { AttachmentsConfig } from '../config.ts';
import { ObjectChanged, type Storage, STORAGE, type StoredObject } from '../storage/storage.ts';
import { ObjectRemovals } from '../sweeper/object-removals.ts';
import { Attachment, recordedKey } from './attachment.entity.ts';
import { AttachmentsRepository } from './attachments.repository.ts';
import {
  type AttachmentResponse,
  type DownloadResponse,
  type ListAttachmentsQuery,
  MAX_ATTACHMENT_BYTES,
  type RecordAttachmentRequest,
  toAttachmentResponse,
} from './attachments.schemas.ts';
import { UploadGrant } from './upload-grant.entity.ts';
import { UploadGrantsService } from './upload-grants.service.ts';

const recordedAlready = () => conflict('This file is recorded already. Please upload it again.');
const fileTooLarge = () => tooLarge(`A file may have at most ${MAX_ATTACHMENT_BYTES} bytes.`);

@Injectable()
export class AttachmentsService {
  private readonly logger = new Logger(AttachmentsService.name);

  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    private readonly repository: AttachmentsRepository,
    private readonly grants: UploadGrantsService,
    private readonly removals: ObjectRemovals,
    private readonly dataSource: DataSource,
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
      items: page.map(toAttachmentResponse),
      total,
      next: rows.length > limit ? page.at(-1)?.id : undefined,
    };
  }

  /**
   * Records an upload. The file gets a key of its own first, which no upload URL leads to; a removal that is due later
   * is noted before and struck out with the record, so that whatever breaks in between leaves neither a file without a
   * record nor a record without a file.
   */
  async record(
    principal: Principal,
    ticketId: string,
    request: RecordAttachmentRequest,
  ): Promise<AttachmentResponse> {
    await this.requireTicket(principal, ticketId);
    const grant = await this.grants.find(principal, request.objectPath);
    if (!grant) throw notFound('There is no such upload, or it was granted to somebody else.');
    if (grant.recordedAt !== null) throw recordedAlready();
    const upload = await this.requireUpload(grant.objectPath, request.fileSize);

    const removal = await this.removals.announce();
    await this.copy(grant.objectPath, upload, recordedKey(removal.attachmentId));
    const attachment = await this.dataSource.transaction(async (manager) => {
      const { affected } = await manager.update(
        UploadGrant,
        { objectPath: grant.objectPath, recordedAt: IsNull() },
        { recordedAt: () => 'now()' },
      );
      if (affected !== 1) throw recordedAlready();
      await this.removals.cancel(manager, removal);
      const row = manager.create(Attachment, {
        id: removal.attachmentId,
        ticketId,
        fileName: request.fileName,
        // Browsers say '' of a file whose type they do not know.
        fileType: request.fileType || null,
        fileSize: upload.size,
        objectPath: grant.objectPath,
        uploadedBy: principal.userId,
      });
      await manager.insert(Attachment, row).catch(rejectLostTicket);
      return row;
    });
    await this.discard(grant.objectPath);
    return toAttachmentResponse(attachment);
  }

  /** A URL that serves the file under its original name. */
  async download(principal: Principal, id: string): Promise<DownloadResponse> {
    const attachment = await this.repository.find(principal, id);
    if (!attachment) throw notFound();
    const expiresAt = new Date(Date.now() + this.config.SIGNED_URL_TTL_S * 1000);
    return {
      downloadURL: await this.storage.signDownload(recordedKey(id), attachment.fileName, expiresAt),
    };
  }

  /** The row goes now, the file with the next sweep. */
  async delete(principal: Principal, id: string): Promise<void> {
    if (!(await this.repository.delete(principal, id))) throw notFound();
  }

  private async requireTicket(principal: Principal, ticketId: string): Promise<void> {
    if (!(await this.repository.isTicketInSight(principal, ticketId))) throw notFound();
  }

  /** Looks at the stored file itself; a false one is removed. */
  private async requireUpload(key: string, claimedSize: number): Promise<StoredObject> {
    if (claimedSize > MAX_ATTACHMENT_BYTES) throw fileTooLarge();
    const upload = await this.storage.inspect(key);
    if (!upload) throw conflict('The file is not uploaded yet. Please upload it first.');
    if (upload.size === claimedSize) return upload;
    await this.storage.remove(key);
    if (upload.size > MAX_ATTACHMENT_BYTES) throw fileTooLarge();
    throw unprocessable(
      `The uploaded file has ${upload.size} bytes, not ${claimedSize}. Please upload it again.`,
      { fileSize: [`The uploaded file has ${upload.size} bytes.`] },
    );
  }

  private async copy(from: string, { version }: StoredObject, to: string): Promise<void> {
    try {
      await this.storage.copy(from, version, to);
    } catch (error) {
      if (!(error instanceof ObjectChanged)) throw error;
      throw conflict('The file was replaced while it was being recorded. Please try again.');
    }
  }

  /** The upload has served; if the storage is away just now, the sweeper comes by when the grant ends. */
  private async discard(key: string): Promise<void> {
    try {
      await this.storage.remove(key);
    } catch (error) {
      this.logger.warn({ err: error }, 'an upload stays behind until its grant ends');
    }
  }
}

/** The ticket went away since it was looked at. */
function rejectLostTicket(error: unknown): never {
  throw brokenConstraint(error)?.constraint === 'fk_attachments_ticket_id' ? notFound() : error;
}
