import {
  brokenConstraint,
  clientNetwork,
  CONFIG,
  conflict,
  createLimiter,
  execute,
  Idempotency,
  type IdempotentRequest,
  Limit,
  Metrics,
  publicNotFound,
  REDIS,
  type RedisConnection,
  requestContext,
  selectRows,
  tooManyRequests,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, type Repository } from 'typeorm';
import { z } from 'zod';
import { recordedKey } from '../attachments/attachment.entity.ts';
import { AttachmentsRepository } from '../attachments/attachments.repository.ts';
import { type Purpose, purposes } from '../attachments/purposes.ts';
import { StorageQuota } from '../attachments/storage-quota.ts';
import {
  encodedPhoto,
  MAX_UPLOAD_BYTES,
  PHOTO_TYPE,
  requireUploadedPhoto,
} from '../attachments/uploaded-photo.ts';
import type { AttachmentsConfig } from '../config.ts';
import { photoTurns } from '../pictures/turns.ts';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { type AnnouncedRemoval, ObjectRemovals } from '../sweeper/object-removals.ts';
import { ThumbnailMaker } from '../thumbnails/thumbnail-maker.ts';
import { ThumbnailQueue } from '../thumbnails/thumbnail-queue.ts';
import { PublicPhoto, uploadedKey } from './public-photo.entity.ts';
import {
  type GrantedPhoto,
  grantedPhoto,
  type PhotoGrantResponse,
  type PhotoResponse,
} from './public-photos.schemas.ts';
import { type LinkedJob, noPhotos } from './linked-jobs.ts';
import type { PhotoOwner } from './photo-owner.ts';

const TOO_MANY = 'You have added too many photos in a short time. Please try again later.';

/** Seconds in which a photo must be uploaded and recorded. */
const GRANT_S = 15 * 60;

const countsRow = z.object({
  /** Photos that count among the most. */
  taken: z.int(),
  /** Grants of the last hour. */
  granted: z.int(),
  /** Until the first of them is an hour old; null without one. */
  seconds: z.int().nullable(),
});

const stateRow = z.object({
  /** Recorded photos of the owner. */
  recorded: z.int(),
  /** Whether this photo can be recorded. */
  isOpen: z.boolean(),
  purpose: z.enum(purposes).nullable(),
});

/**
 * The photos that somebody without an account adds to a report or a job. SQL is used for advisory locks and typed counts, which
 * TypeORM does not have, and for the time after a lock was waited for.
 */
@Injectable()
export class PublicPhotosService {
  private readonly byAddress: Limit;
  private readonly inAll: Limit;

  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    @InjectRepository(PublicPhoto) private readonly photos: Repository<PublicPhoto>,
    private readonly attachments: AttachmentsRepository,
    private readonly quota: StorageQuota,
    private readonly removals: ObjectRemovals,
    private readonly thumbnails: ThumbnailQueue,
    private readonly thumbnailMaker: ThumbnailMaker,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
    private readonly metrics: Metrics,
    @Inject(REDIS) redis: RedisConnection,
  ) {
    const limit = (name: string, points: number) =>
      new Limit(
        createLimiter(redis, config, { name, points, duration: 60 * 60, onlyRedis: true }),
        metrics,
        name,
        TOO_MANY,
      );
    this.byAddress = limit('report_photos_address', config.INTAKE_PHOTOS_PER_ADDRESS);
    this.inAll = limit('report_photos_all', config.INTAKE_PHOTOS_IN_ALL);
  }

  /**
   * Grants the upload of one photo, once per idempotency key. The row is committed before the URL is returned, so that
   * every upload is known.
   * @param purpose of a photo of a job
   * @throws Problem 409 when the owner has its most, 429 after too many grants in an hour, and over the limits of the
   *   address and of all
   */
  async grant(
    owner: PhotoOwner,
    address: string,
    idempotentRequest: IdempotentRequest | null,
    purpose: Purpose | null = null,
  ): Promise<PhotoGrantResponse> {
    const request = idempotentRequest && { ...idempotentRequest, operation: owner.operation };
    const { id, expiresAt } = await this.transactions
      .run((transaction) =>
        this.idempotency.once(transaction, owner.id, request, grantedPhoto, () =>
          this.insert(transaction, owner, address, purpose),
        ),
      )
      .catch(rejectLostOwner);
    const expiry = new Date(expiresAt);
    if (expiry <= new Date())
      throw conflict('upload_expired', 'This upload has expired. Please add the photo again.');
    const uploadURL = await this.storage.signUpload(uploadedKey(id), expiry, { atMost: MAX_UPLOAD_BYTES });
    return { id, uploadURL, expiresAt };
  }

  /**
   * Records an uploaded photo, once. It is encoded again and stored under a new key, for which no upload URL exists.
   * The removal of that key is scheduled before the photo is stored and cancelled in the transaction of the record, so
   * that a failure in between leaves neither a file without a record nor a record without a file.
   * @throws Problem the public 404 unless the photo is one of this owner, and recorded or open; 409 before it is
   *   uploaded; 413, 422 for a file that is refused; 503 when too many photos are being decoded
   */
  async record(owner: PhotoOwner, id: string, address: string): Promise<PhotoResponse> {
    if (await this.isRecorded(owner, id)) return { id };
    const refuse = (reason: Error) => this.refuse(id, reason);
    await requireUploadedPhoto(this.storage, uploadedKey(id), refuse);
    const photo = await photoTurns.take(clientNetwork(address), async () => {
      // The same request may have waited for its turn twice.
      if (await this.isRecorded(owner, id)) return undefined;
      return encodedPhoto(this.storage, uploadedKey(id), refuse);
    });
    if (photo) await this.keep(owner, id, photo);
    return { id };
  }

  /**
   * Whether a photo was recorded.
   * @throws Problem the public 404 when it neither was nor can be.
   */
  private async isRecorded(owner: PhotoOwner, id: string): Promise<boolean> {
    const photo = await this.photos.findOneBy({ id, ...referenceTo(owner) });
    if (photo && photo.recordedAt !== null) return true;
    const isOpen =
      photo && photo.closedAt === null && photo.expiresAt !== null && photo.expiresAt > new Date();
    if (!isOpen) throw publicNotFound();
    return false;
  }

  /** The photo keeps its place. Its upload is removed, also if it ends only later. */
  private async refuse(id: string, reason: Error): Promise<never> {
    await this.transactions.run(async (transaction) => {
      await transaction
        .withRepository(this.photos)
        .update({ id, recordedAt: IsNull(), closedAt: IsNull() }, { closedAt: () => 'now()' });
      await this.removals.add(transaction, uploadedKey(id));
    });
    throw reason;
  }

  private async keep(owner: PhotoOwner, id: string, photo: Buffer): Promise<void> {
    requestContext().via = owner.via;
    const removal = await this.removals.announce('attachments');
    await this.storage.store(removal.objectKey, photo);
    const isKept = await this.transactions
      .run((transaction) => this.insertAttachment(transaction, owner, id, removal, photo.length))
      .catch(rejectLostOwner);
    // Another request recorded it meanwhile, or its time is over.
    if (!isKept && !(await this.isRecorded(owner, id))) throw publicNotFound();
    this.thumbnailMaker.run();
  }

  /** Records the stored photo and schedules the removal of its upload. Returns false when it is no longer open. */
  private async insertAttachment(
    transaction: EntityManager,
    owner: PhotoOwner,
    id: string,
    removal: AnnouncedRemoval,
    fileSize: number,
  ): Promise<boolean> {
    const { ticketId, commentId, column } = owner;
    await lockPhotos(transaction, owner);
    const [state] = await selectRows(transaction, stateRow, {
      text: `SELECT count(*) FILTER (WHERE recorded_at IS NOT NULL)::int AS recorded,
               coalesce(bool_or(id = $2 AND recorded_at IS NULL AND closed_at IS NULL
                 AND expires_at > clock_timestamp()), false) AS "isOpen",
               min(purpose) FILTER (WHERE id = $2) AS purpose
             FROM attachments.report_photos WHERE ${column} = $1`,
      values: [owner.id, id],
    });
    if (!state?.isOpen) {
      await this.removals.add(transaction, removal.objectKey);
      return false;
    }
    await this.quota.takeRoom(transaction, { ticketId }, fileSize, owner.noRoom);
    await this.removals.cancel(transaction, removal);
    await this.removals.add(transaction, uploadedKey(id));
    // Before the row of the photo, in the order in which the removal of the ticket locks them.
    const isJob = column === 'job_id';
    const purpose = state.purpose ?? 'before';
    if (isJob && !(await this.attachments.recordVendorPhoto(transaction, removal.id, owner.id, purpose)))
      throw noPhotos();
    const attachment = await this.attachments.insert(transaction, {
      id: removal.id,
      ticketId,
      commentId,
      fileName: `photo-${state.recorded + 1}.jpg`,
      fileType: PHOTO_TYPE,
      fileSize,
      objectPath: uploadedKey(id),
      purpose,
      uploadedBy: null,
    });
    await this.thumbnails.add(transaction, attachment.id);
    await transaction
      .withRepository(this.photos)
      .update({ id }, { recordedAt: () => 'now()', ...(isJob && { attachmentId: attachment.id }) });
    return true;
  }

  /**
   * The bytes of a photo that the page of a link shows: from before the work, or of the job.
   * @throws Problem the public 404
   */
  async read({ id: jobId, ticketId }: LinkedJob, id: string): Promise<{ bytes: Buffer; type: string }> {
    const attachment = await this.attachments.findPhoto(ticketId, id);
    const isShown =
      attachment?.purpose === 'before' || (await this.photos.existsBy({ jobId, attachmentId: id }));
    const bytes =
      attachment && isShown ? await this.storage.readBytes(recordedKey(id), MAX_UPLOAD_BYTES) : undefined;
    if (!bytes || !attachment?.fileType) throw publicNotFound();
    return { bytes, type: attachment.fileType };
  }

  private async insert(
    transaction: EntityManager,
    owner: PhotoOwner,
    address: string,
    purpose: Purpose | null,
  ): Promise<GrantedPhoto> {
    await this.requirePlace(transaction, owner);
    // A flood from one address uses up nothing that others need.
    const network = clientNetwork(address);
    await this.byAddress.take(network);
    try {
      await this.inAll.take('all');
    } catch (error) {
      await this.byAddress.giveBack(network);
      throw error;
    }
    const seconds = Math.min(GRANT_S, this.config.SIGNED_URL_TTL_S);
    // Whole seconds, the resolution of signatures.
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + seconds) * 1000);
    const photo = this.photos.create({
      ...referenceTo(owner),
      expiresAt,
      ...(purpose !== null && { purpose }),
    });
    await transaction.withRepository(this.photos).insert(photo);
    return { id: photo.id, expiresAt: expiresAt.toISOString() };
  }

  private async requirePlace(transaction: EntityManager, owner: PhotoOwner): Promise<void> {
    await lockPhotos(transaction, owner);
    const [counts] = await selectRows(transaction, countsRow, {
      text: `SELECT count(*) FILTER (WHERE recorded_at IS NOT NULL
                 OR closed_at IS NOT NULL OR expires_at > clock_timestamp())::int AS taken,
               count(*) FILTER (WHERE is_recent)::int AS granted,
               ceil(extract(epoch FROM min(granted_at) FILTER (WHERE is_recent)
                 + interval '1 hour' - clock_timestamp()))::int AS seconds
             FROM attachments.report_photos,
               LATERAL (SELECT granted_at > now() - interval '1 hour' AS is_recent) AS age
             WHERE ${owner.column} = $1`,
      values: [owner.id],
    });
    if (!counts) return;
    if (counts.taken >= owner.most) throw conflict('too_many_photos', owner.tooMany);
    if (counts.granted < owner.mostGranted) return;
    this.metrics.limitRefusals.inc({ limit: 'report_photos' });
    throw tooManyRequests(TOO_MANY, Math.max(1, counts.seconds ?? 1));
  }
}

/** Serializes the grants and records of a report or a job, because concurrent ones would all count below the limit. */
async function lockPhotos(transaction: EntityManager, { id }: PhotoOwner): Promise<void> {
  await execute(transaction, {
    text: "SELECT FROM pg_advisory_xact_lock(hashtextextended('report_photos ' || $1, 0))",
    values: [id],
  });
}

const referenceTo = ({ column, id }: PhotoOwner) => (column === 'job_id' ? { jobId: id } : { reportId: id });

/** What the photo belongs to was removed since it was found. */
function rejectLostOwner(error: unknown): never {
  const constraint = brokenConstraint(error)?.constraint;
  throw constraint !== undefined && REFERENCES.has(constraint) ? publicNotFound() : error;
}

const REFERENCES = new Set([
  'fk_report_photos_report_id',
  'fk_report_photos_job_id',
  'fk_attachments_ticket_id',
  'fk_attachments_comment_id',
]);
