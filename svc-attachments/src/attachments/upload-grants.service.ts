import {
  CONFIG,
  execute,
  Idempotency,
  type KeyedRequest,
  notFound,
  type Principal,
  selectRows,
  tooManyRequests,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { type EntityManager, IsNull, MoreThan, Not, type Repository } from 'typeorm';
import { z } from 'zod';
import type { AttachmentsConfig } from '../config.ts';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { ObjectRemovals } from '../sweeper/object-removals.ts';
import { uploadGrantResponse } from './attachments.schemas.ts';
import { RECORD_WITHIN_MS, UploadGrant } from './upload-grant.entity.ts';

/** Grants a user may have open: given in the last 24 hours, still valid, neither recorded nor closed. */
export const MAX_OPEN_GRANTS = 20;

/**
 * Grants of the last 24 hours that a user may have without a record, closed ones included: a closed grant's URL still
 * takes bytes until it expires, so closing grants must not be a way to get any number of URLs.
 */
export const MAX_UNRECORDED_GRANTS = 100;

/** What is remembered of a grant: all but the URL, which is signed anew for a repeated request. */
const grantedUpload = uploadGrantResponse.omit({ uploadURL: true });
export type GrantedUpload = z.infer<typeof grantedUpload>;

/** How many grants a user has, and the seconds until the first of each kind no longer counts; null without one. */
const grantCountsRow = z.object({
  open: z.int(),
  openSeconds: z.int().nullable(),
  unrecorded: z.int(),
  unrecordedSeconds: z.int().nullable(),
});

/** The user has {@link MAX_OPEN_GRANTS} open. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until the first of them ends. */
  constructor(readonly seconds: number) {
    super('no room for another open grant');
  }
}

/** Gives users leave to upload, and knows who got which. */
@Injectable()
export class UploadGrantsService {
  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    @InjectRepository(UploadGrant) private readonly grants: Repository<UploadGrant>,
    private readonly removals: ObjectRemovals,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Leave to upload one file in whatever way. The grant is a row before any URL leaves, so that no upload is ever
   * unknown. Where the user has too many open, the oldest to which nothing was uploaded makes room.
   * @throws Problem 429 when all open uploads have their file, or too many of one day were never recorded.
   */
  async open({ userId }: Principal, keyed: KeyedRequest | null): Promise<GrantedUpload> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.transactions.run((transaction) =>
          this.idempotency.once(transaction, userId, keyed, grantedUpload, () =>
            this.insert(transaction, userId),
          ),
        );
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
        if (attempt > MAX_OPEN_GRANTS || !(await this.closeOldestEmpty(userId))) {
          throw tooManyRequests(
            `You have ${MAX_OPEN_GRANTS} files uploaded that are not attached to a ticket yet. Please attach or ` +
              'cancel one of them, or try again later.',
            error.seconds,
          );
        }
      }
    }
  }

  /** Opens an upload for something that may fail: then the grant ends, unless a repeated request counts on it. */
  async openFor<Result>(
    principal: Principal,
    keyed: KeyedRequest | null,
    use: (grant: GrantedUpload) => Promise<Result>,
  ): Promise<Result> {
    const grant = await this.open(principal, keyed);
    try {
      return await use(grant);
    } catch (error) {
      if (!keyed) await this.withdraw(grant.objectPath);
      throw error;
    }
  }

  /** Forgets a grant of which no URL has left. */
  private async withdraw(objectPath: string): Promise<void> {
    await this.grants.delete({ objectPath });
  }

  /**
   * Gives an upload up: nothing can be recorded under the grant any more, and its object goes with the next sweep. The
   * row stays while the URL works, so that what still comes through it is removed in the end.
   * @returns whether the grant was open.
   */
  close(objectPath: string): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const { affected } = await transaction
        .withRepository(this.grants)
        .update({ objectPath, closedAt: IsNull(), recordedAt: IsNull() }, { closedAt: () => 'now()' });
      if (affected !== 1) return false;
      await this.removals.add(transaction, objectPath);
      return true;
    });
  }

  /** {@link close} for a user's own upload. @throws Problem 404 when there is no such open upload of theirs. */
  async cancel(principal: Principal, objectPath: string): Promise<void> {
    const grant = await this.find(principal, objectPath);
    if (!grant || !(await this.close(grant.objectPath))) throw noSuchUpload();
  }

  /** The grant that a user has under a path or an upload URL, recorded or still to be recorded. */
  async find({ userId }: Principal, pathOrUrl: string): Promise<UploadGrant | null> {
    const objectPath = URL.canParse(pathOrUrl) ? await this.storage.keyOf(pathOrUrl) : pathOrUrl;
    if (objectPath === undefined) return null;
    const grant = { objectPath, grantedTo: userId, expiresAt: MoreThan(new Date()) };
    return this.grants.findOneBy([
      { ...grant, recordedAt: Not(IsNull()) },
      { ...grant, grantedAt: MoreThan(new Date(Date.now() - RECORD_WITHIN_MS)), closedAt: IsNull() },
    ]);
  }

  /** False when the grant was recorded or closed before. */
  async markRecorded(transaction: EntityManager, objectPath: string): Promise<boolean> {
    const { affected } = await transaction
      .withRepository(this.grants)
      .update({ objectPath, recordedAt: IsNull(), closedAt: IsNull() }, { recordedAt: () => 'now()' });
    return affected === 1;
  }

  private async insert(transaction: EntityManager, userId: string): Promise<GrantedUpload> {
    await this.requireRoom(transaction, userId);
    const objectPath = `uploads/${randomUUID()}`;
    // Whole seconds: signatures know nothing finer.
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + this.config.SIGNED_URL_TTL_S) * 1000);
    await transaction.withRepository(this.grants).insert({ objectPath, grantedTo: userId, expiresAt });
    return { objectPath, expiresAt: expiresAt.toISOString() };
  }

  private async requireRoom(transaction: EntityManager, userId: string): Promise<void> {
    // One grant at a time for a user, or a burst of calls would all see room for one more. In SQL: TypeORM knows neither
    // advisory locks nor the typed result of an aggregate.
    await execute(transaction, {
      text: "SELECT FROM pg_advisory_xact_lock(hashtextextended('upload_grants ' || $1, 0))",
      values: [userId],
    });
    const [counts] = await selectRows(transaction, grantCountsRow, {
      text: `SELECT count(*) FILTER (WHERE is_open)::int AS open,
               ceil(min(seconds) FILTER (WHERE is_open))::int AS "openSeconds",
               count(*)::int AS unrecorded, ceil(min(day_seconds))::int AS "unrecordedSeconds"
             FROM attachments.upload_grants,
               LATERAL (SELECT closed_at IS NULL AND expires_at > now() AS is_open,
                 extract(epoch FROM least(expires_at, granted_at + interval '24 hours') - now()) AS seconds,
                 extract(epoch FROM granted_at + interval '24 hours' - now()) AS day_seconds) AS state
             WHERE granted_to = $1 AND recorded_at IS NULL AND granted_at > now() - interval '24 hours'`,
      values: [userId],
    });
    if (counts && counts.unrecorded >= MAX_UNRECORDED_GRANTS) {
      throw tooManyRequests(
        `You have begun ${counts.unrecorded} uploads within 24 hours that were never attached to a ticket. ` +
          'Please try again later.',
        Math.max(1, counts.unrecordedSeconds ?? 1),
      );
    }
    if (counts && counts.open >= MAX_OPEN_GRANTS) throw new NoRoom(Math.max(1, counts.openSeconds ?? 1));
  }

  /** Closes the user's oldest open grant to which nothing was uploaded. False when there is none. */
  private async closeOldestEmpty(userId: string): Promise<boolean> {
    const open = await this.grants.find({
      where: {
        grantedTo: userId,
        recordedAt: IsNull(),
        closedAt: IsNull(),
        expiresAt: MoreThan(new Date()),
        grantedAt: MoreThan(new Date(Date.now() - RECORD_WITHIN_MS)),
      },
      order: { grantedAt: 'ASC' },
    });
    // Some were closed by another call since they were counted.
    if (open.length < MAX_OPEN_GRANTS) return true;
    for (const { objectPath } of open) {
      // Closed by another call meanwhile is as good.
      if (!(await this.hasBytes(objectPath))) {
        await this.close(objectPath);
        return true;
      }
    }
    return false;
  }

  /** Whether a file, or a part of one, has arrived under a key. */
  private async hasBytes(key: string): Promise<boolean> {
    if (await this.storage.inspect(key)) return true;
    const uploadId = await this.storage.multipart.find(key);
    const parts = uploadId === undefined ? undefined : await this.storage.multipart.parts(key, uploadId);
    return parts !== undefined && parts.length > 0;
  }
}

const noSuchUpload = () => notFound('There is no such upload, or it was granted to somebody else.');
