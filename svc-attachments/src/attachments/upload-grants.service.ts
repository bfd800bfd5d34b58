import {
  CONFIG,
  execute,
  Idempotency,
  type IdempotentRequest,
  notFound,
  type Principal,
  selectRows,
  tooManyRequests,
  Transactions,
} from '@mainstay/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { type EntityManager, IsNull, MoreThan, Not, Raw, type Repository } from 'typeorm';
import { z } from 'zod';
import type { AttachmentsConfig } from '../config.ts';
import { type Storage, STORAGE } from '../storage/storage.ts';
import { ObjectRemovals } from '../sweeper/object-removals.ts';
import { uploadGrantResponse } from './attachments.schemas.ts';
import { RECORD_WITHIN_MS, UploadGrant } from './upload-grant.entity.ts';

/**
 * Maximum number of a user's open grants of the last hour: still valid, neither recorded nor closed. Those before are
 * open for the rest of their day, too, but keep nobody from uploading more.
 */
const MAX_OPEN_GRANTS = 20;

/**
 * Maximum number of a user's grants of the last 24 hours without a record, including closed ones: on S3 the URL of a
 * closed grant works until it expires, so closing grants must not give access to unlimited URLs.
 */
export const MAX_UNRECORDED_GRANTS = 100;

/** The stored part of a grant: all but the URL, which is signed again for a repeated request. */
const grantedUpload = uploadGrantResponse.omit({ uploadURL: true });
type GrantedUpload = z.infer<typeof grantedUpload>;

/** Number of a user's grants, and the seconds until the first of each kind no longer counts; null without one. */
const grantCountsRow = z.object({
  open: z.int(),
  openSeconds: z.int().nullable(),
  unrecorded: z.int(),
  unrecordedSeconds: z.int().nullable(),
});

/** The user has {@link MAX_OPEN_GRANTS} open grants. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until the first of them ends. */
  constructor(readonly seconds: number) {
    super('too many open grants');
  }
}

/** Of grants that can still be recorded. */
const open = () => ({
  recordedAt: IsNull(),
  closedAt: IsNull(),
  expiresAt: MoreThan(new Date()),
  grantedAt: MoreThan(new Date(Date.now() - RECORD_WITHIN_MS)),
});

/** Grants uploads to users and records who received which. */
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
   * Grants the upload of one file. The row is committed before the URL is returned, so that every upload is known.
   * Where the user has too many open grants, the oldest one without a file is closed.
   * @throws Problem 429 when all open uploads have a file, or too many of one day were never recorded.
   */
  async open({ userId }: Principal, idempotentRequest: IdempotentRequest | null): Promise<GrantedUpload> {
    let empty: string[] = [];
    // Each further round follows grants of other requests, which end at the maximum of a day.
    for (;;) {
      try {
        return await this.transactions.run((transaction) =>
          this.idempotency.once(transaction, userId, idempotentRequest, grantedUpload, () =>
            this.insert(transaction, userId, empty),
          ),
        );
      } catch (error) {
        if (!(error instanceof NoRoom)) throw error;
        // Outside of the transaction, because the storage may be slow.
        const open = await this.openGrants(userId);
        empty = await this.withoutBytes(open);
        // Otherwise there is room meanwhile.
        if (empty.length > 0 || open.length < MAX_OPEN_GRANTS) continue;
        throw tooManyRequests(
          `You have ${MAX_OPEN_GRANTS} uploaded files that are not attached to a ticket yet. Please attach or ` +
            'cancel one of them, or try again later.',
          error.seconds,
        );
      }
    }
  }

  /** Opens a grant for work that may fail: then the grant is withdrawn, unless a retry with the same key needs it. */
  async openFor<Result>(
    principal: Principal,
    idempotentRequest: IdempotentRequest | null,
    use: (grant: GrantedUpload) => Promise<Result>,
  ): Promise<Result> {
    const grant = await this.open(principal, idempotentRequest);
    try {
      return await use(grant);
    } catch (error) {
      // Its URL was never returned.
      if (!idempotentRequest) await this.grants.delete({ objectPath: grant.objectPath });
      throw error;
    }
  }

  /**
   * Closes an upload: nothing can be recorded with the grant any more, and the next sweep removes its object. The row
   * is kept while the URL is valid, so that later uploads through it are removed too.
   * @returns whether the grant was open.
   */
  close(objectPath: string): Promise<boolean> {
    return this.transactions.run((transaction) => this.closeIn(transaction, objectPath));
  }

  private async closeIn(transaction: EntityManager, objectPath: string): Promise<boolean> {
    const { affected } = await transaction
      .withRepository(this.grants)
      .update({ objectPath, closedAt: IsNull(), recordedAt: IsNull() }, { closedAt: () => 'now()' });
    if (affected !== 1) return false;
    await this.removals.add(transaction, objectPath);
    return true;
  }

  /**
   * {@link close} for a user's own upload.
   * @throws Problem 404 when the user has no such open upload.
   */
  async cancel(principal: Principal, objectPath: string): Promise<void> {
    const grant = await this.find(principal, objectPath);
    if (!grant || !(await this.close(grant.objectPath))) throw noSuchUpload();
  }

  /** The user's grant for a path or an upload URL, recorded or not. */
  async find({ userId }: Principal, pathOrUrl: string): Promise<UploadGrant | null> {
    const objectPath = URL.canParse(pathOrUrl) ? await this.storage.keyOf(pathOrUrl) : pathOrUrl;
    if (objectPath === undefined) return null;
    const grant = { objectPath, grantedTo: userId };
    return this.grants.findOneBy([
      { ...grant, expiresAt: MoreThan(new Date()), recordedAt: Not(IsNull()) },
      { ...grant, ...open() },
    ]);
  }

  /** Whether an upload may still be stored: its grant is open, and its user active. */
  isOpen(objectPath: string): Promise<boolean> {
    return this.grants
      .createQueryBuilder('g')
      .where({ objectPath, ...open() })
      .andWhere('EXISTS (SELECT FROM auth.users u WHERE u.id = g.grantedTo AND u.active)')
      .getExists();
  }

  /** Returns false when the grant was already recorded or closed. */
  async markRecorded(transaction: EntityManager, objectPath: string): Promise<boolean> {
    const { affected } = await transaction
      .withRepository(this.grants)
      .update({ objectPath, recordedAt: IsNull(), closedAt: IsNull() }, { recordedAt: () => 'now()' });
    return affected === 1;
  }

  /**
   * @param empty the user's open grants without a file, the oldest first, of which one is closed where there is no
   * room
   */
  private async insert(transaction: EntityManager, userId: string, empty: string[]): Promise<GrantedUpload> {
    await this.requireRoom(transaction, userId, empty);
    const objectPath = `uploads/${randomUUID()}`;
    // Whole seconds, the resolution of signatures.
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + this.config.SIGNED_URL_TTL_S) * 1000);
    await transaction.withRepository(this.grants).insert({ objectPath, grantedTo: userId, expiresAt });
    return { objectPath, expiresAt: expiresAt.toISOString() };
  }

  private async requireRoom(transaction: EntityManager, userId: string, empty: string[]): Promise<void> {
    // Serializes a user's grants, because concurrent requests would all count below the limit. In SQL, because TypeORM
    // has neither advisory locks nor typed aggregates.
    await execute(transaction, {
      text: "SELECT FROM pg_advisory_xact_lock(hashtextextended('upload_grants ' || $1, 0))",
      values: [userId],
    });
    const [counts] = await selectRows(transaction, grantCountsRow, {
      text: `SELECT count(*) FILTER (WHERE is_open)::int AS open,
               ceil(min(seconds) FILTER (WHERE is_open))::int AS "openSeconds",
               count(*)::int AS unrecorded, ceil(min(day_seconds))::int AS "unrecordedSeconds"
             FROM attachments.upload_grants,
               LATERAL (SELECT closed_at IS NULL AND expires_at > now() AND granted_at > now() - interval '1 hour' AS is_open,
                 extract(epoch FROM least(expires_at, granted_at + interval '1 hour') - now()) AS seconds,
                 extract(epoch FROM granted_at + interval '24 hours' - now()) AS day_seconds) AS state
             WHERE granted_to = $1 AND recorded_at IS NULL AND granted_at > now() - interval '24 hours'`,
      values: [userId],
    });
    if (counts && counts.unrecorded >= MAX_UNRECORDED_GRANTS) {
      throw tooManyRequests(
        `You have started ${counts.unrecorded} uploads within 24 hours that were never attached to a ticket. ` +
          'Please try again later.',
        Math.max(1, counts.unrecordedSeconds ?? 1),
      );
    }
    if (!counts || counts.open < MAX_OPEN_GRANTS) return;
    // In the transaction of the new grant, so that no other request takes the room. Others may have closed the oldest.
    for (const objectPath of empty) if (await this.closeIn(transaction, objectPath)) return;
    throw new NoRoom(Math.max(1, counts.openSeconds ?? 1));
  }

  /** The paths of the user's open grants that count, the oldest first, by the clock of the database. */
  private async openGrants(userId: string): Promise<string[]> {
    const open = await this.grants.find({
      select: { objectPath: true },
      where: {
        grantedTo: userId,
        recordedAt: IsNull(),
        closedAt: IsNull(),
        expiresAt: Raw((column) => `${column} > now()`),
        grantedAt: Raw((column) => `${column} > now() - interval '1 hour'`),
      },
      order: { grantedAt: 'ASC' },
    });
    return open.map(({ objectPath }) => objectPath);
  }

  private async withoutBytes(keys: string[]): Promise<string[]> {
    const hasBytes = await Promise.all(keys.map((key) => this.hasBytes(key)));
    return keys.filter((_, index) => !hasBytes[index]);
  }

  /** Whether a file, or a part of one, was uploaded to a key. */
  private async hasBytes(key: string): Promise<boolean> {
    if (await this.storage.inspect(key)) return true;
    const uploadId = await this.storage.multipart.find(key);
    const parts = uploadId === undefined ? undefined : await this.storage.multipart.parts(key, uploadId);
    return parts !== undefined && parts.length > 0;
  }
}

export const noSuchUpload = () => notFound('There is no such upload, or it was granted to somebody else.');
