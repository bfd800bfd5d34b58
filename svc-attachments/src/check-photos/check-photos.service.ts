import {
  badRequest,
  brokenConstraint,
  conflict,
  execute,
  type IdempotentRequest,
  notFound,
  type Principal,
  selectRows,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, type Repository } from 'typeorm';
import { z } from 'zod';
import { AttachmentsRepository } from '../attachments/attachments.repository.ts';
import { StorageQuota } from '../attachments/storage-quota.ts';
import { UploadGrantsService } from '../attachments/upload-grants.service.ts';
import { encodedPhoto, MAX_UPLOAD_BYTES, requireUploadedPhoto } from '../attachments/uploaded-photo.ts';
import type { ChecklistRun } from '../database/published/checklist-run.entity.ts';
import { photoTurns } from '../pictures/turns.ts';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { type AnnouncedRemoval, ObjectRemovals } from '../sweeper/object-removals.ts';
import { CheckPhoto } from './check-photo.entity.ts';
import type {
  CheckPhotoGrantResponse,
  CheckPhotoResponse,
  GrantCheckPhotoRequest,
} from './check-photos.schemas.ts';

/** Recorded photos of a step. */
const MAX_PHOTOS = 3;
const UPLOADS = 'uploads/';
const recordedRow = z.object({ isRecorded: z.boolean().nullable() });

const tooMany = () => conflict('too_many_photos', `A step can have at most ${MAX_PHOTOS} photos.`);
const isDone = () => conflict('checklist_finished', 'This checklist is finished already.');
const responseOf = ({ id, runId }: CheckPhoto): CheckPhotoResponse => ({
  id,
  url: `/api/checklist-runs/${runId}/photos/${id}`,
});

/** The photos of steps of checklists: uploads that are granted to a user, and encoded again when they are recorded. */
@Injectable()
export class CheckPhotosService {
  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    @InjectRepository(CheckPhoto) private readonly photos: Repository<CheckPhoto>,
    private readonly attachments: AttachmentsRepository,
    private readonly grants: UploadGrantsService,
    private readonly quota: StorageQuota,
    private readonly removals: ObjectRemovals,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Grants the upload of one photo.
   * @throws Problem 400 on `stepId`, 404, 409 when the run is done or the step has {@link MAX_PHOTOS}, 429 as for every
   *   upload
   */
  async grant(
    principal: Principal,
    runId: string,
    { stepId }: GrantCheckPhotoRequest,
    idempotentRequest: IdempotentRequest | null,
  ): Promise<CheckPhotoGrantResponse> {
    const { state, steps } = await this.requireRun(principal, runId);
    if (!steps.some(({ id }) => id === stepId))
      throw badRequest({ stepId: ['This checklist has no such step.'] });
    if (state === 'done') throw isDone();
    await this.requirePlace(this.photos.manager, runId, stepId);
    const { objectPath, expiresAt } = await this.grants.open(principal, idempotentRequest);
    const id = objectPath.slice(UPLOADS.length);
    await this.transactions.run((transaction) =>
      transaction
        .withRepository(this.photos)
        .createQueryBuilder()
        .insert()
        .values({ id, runId, stepId })
        .orIgnore()
        .updateEntity(false)
        .execute(),
    );
    const uploadURL = await this.storage.signUpload(objectPath, new Date(expiresAt), {
      atMost: MAX_UPLOAD_BYTES,
    });
    return { id, uploadURL, expiresAt };
  }

  /**
   * Records an uploaded photo, once, as a photo of a report.
   * @throws Problem 404, 409 before it is uploaded, when the run is done or the step has {@link MAX_PHOTOS}, 413 also
   *   when the location has no storage left, 422
   */
  async record(principal: Principal, runId: string, id: string): Promise<CheckPhotoResponse> {
    await this.requireRun(principal, runId);
    const photo = await this.photos.findOneBy({ id, runId });
    if (!photo) throw notFound();
    if (photo.objectKey !== null) return responseOf(photo);
    const key = UPLOADS + id;
    if (!(await this.grants.find(principal, key))) throw notFound();
    const refuse = async (reason: Error): Promise<never> => {
      await this.grants.close(key);
      throw reason;
    };
    await requireUploadedPhoto(this.storage, key, refuse);
    const bytes = await photoTurns.take(principal.userId, () => encodedPhoto(this.storage, key, refuse));
    const removal = await this.removals.announce('attachments');
    await this.storage.store(removal.objectKey, bytes);
    await this.transactions
      .run((transaction) => this.keep(transaction, photo, removal, bytes.length))
      .catch((error: unknown) => {
        throw brokenConstraint(error)?.constraint === 'fk_check_photos_run_id' ? notFound() : error;
      });
    return responseOf(photo);
  }

  /**
   * The bytes of a recorded photo.
   * @throws Problem 404
   */
  async read(principal: Principal, runId: string, id: string): Promise<Buffer> {
    await this.requireRun(principal, runId);
    const photo = await this.photos.findOneBy({ id, runId, objectKey: Not(IsNull()) });
    const bytes =
      photo?.objectKey === undefined || photo.objectKey === null
        ? undefined
        : await this.storage.readBytes(photo.objectKey, MAX_UPLOAD_BYTES);
    if (!bytes) throw notFound();
    return bytes;
  }

  /** Tells svc-core, which locks the run. A request that recorded it meanwhile leaves nothing to do. */
  private async keep(
    transaction: EntityManager,
    { id, runId, stepId }: CheckPhoto,
    removal: AnnouncedRemoval,
    fileSize: number,
  ): Promise<void> {
    // Concurrent ones would all count below the limit. In SQL: TypeORM has no advisory locks.
    await execute(transaction, {
      text: "SELECT FROM pg_advisory_xact_lock(hashtextextended('check_photos ' || $1, 0))",
      values: [stepId],
    });
    if (!(await this.grants.markRecorded(transaction, UPLOADS + id))) {
      await this.removals.add(transaction, removal.objectKey);
      return;
    }
    await this.requirePlace(transaction, runId, stepId);
    await this.quota.takeRoom(transaction, { runId }, fileSize);
    const [core] = await selectRows(transaction, recordedRow, {
      text: 'SELECT core.record_check_photo($1, $2, $3) AS "isRecorded"',
      values: [id, runId, stepId],
    });
    if (core?.isRecorded !== true) throw isDone();
    await this.removals.cancel(transaction, removal);
    await this.removals.add(transaction, UPLOADS + id);
    await transaction.withRepository(this.photos).update({ id }, { objectKey: removal.objectKey, fileSize });
  }

  private async requirePlace(on: EntityManager, runId: string, stepId: string): Promise<void> {
    const recorded = await on.countBy(CheckPhoto, { runId, stepId, objectKey: Not(IsNull()) });
    if (recorded >= MAX_PHOTOS) throw tooMany();
  }

  private async requireRun(principal: Principal, id: string): Promise<ChecklistRun> {
    const run = await this.attachments.findRun(principal, id);
    if (!run) throw notFound();
    return run;
  }
}
