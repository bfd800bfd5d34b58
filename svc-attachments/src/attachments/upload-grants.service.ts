import {
  CONFIG,
  execute,
  Idempotency,
  type KeyedRequest,
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
import { type UploadGrantResponse, uploadGrantResponse } from './attachments.schemas.ts';
import { RECORD_WITHIN_MS, UploadGrant } from './upload-grant.entity.ts';

/** Grants a user may have open: given in the last 24 hours, still valid, and not recorded. */
export const MAX_OPEN_GRANTS = 20;

/** What is remembered of a grant: all but the URL, which is signed anew for a repeated request. */
const grantedUpload = uploadGrantResponse.omit({ uploadURL: true });
export type GrantedUpload = z.infer<typeof grantedUpload>;

/** The open grants of a user, and the seconds until the first of them ends; null without one. */
const openGrantsRow = z.object({ count: z.int(), seconds: z.int().nullable() });

/** Gives users leave to upload, and knows who got which. */
@Injectable()
export class UploadGrantsService {
  constructor(
    @Inject(CONFIG) private readonly config: AttachmentsConfig,
    @Inject(STORAGE) private readonly storage: Storage,
    @InjectRepository(UploadGrant) private readonly grants: Repository<UploadGrant>,
    private readonly transactions: Transactions,
    private readonly idempotency: Idempotency,
  ) {}

  /** Leave to PUT one file. */
  async grant(principal: Principal, keyed: KeyedRequest | null): Promise<UploadGrantResponse> {
    const { objectPath, expiresAt } = await this.open(principal, keyed);
    return {
      uploadURL: await this.storage.signUpload(objectPath, new Date(expiresAt)),
      objectPath,
      expiresAt,
    };
  }

  /**
   * Leave to upload one file in whatever way. The grant is a row before any URL leaves, so that no upload is ever unknown.
   * @throws Problem 429 when the user has too many uploads open.
   */
  open({ userId }: Principal, keyed: KeyedRequest | null): Promise<GrantedUpload> {
    return this.transactions.run((transaction) =>
      this.idempotency.once(transaction, userId, keyed, grantedUpload, () =>
        this.insert(transaction, userId),
      ),
    );
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

  /** Ends a grant; what was uploaded under it goes with the next sweep. */
  async withdraw(objectPath: string): Promise<void> {
    await this.grants.delete({ objectPath });
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
    const [open] = await selectRows(transaction, openGrantsRow, {
      text: `SELECT count(*)::int AS count,
               ceil(extract(epoch FROM min(least(expires_at, granted_at + interval '24 hours')) - now()))::int
                 AS seconds
             FROM attachments.upload_grants
             WHERE granted_to = $1 AND recorded_at IS NULL AND expires_at > now()
               AND granted_at > now() - interval '24 hours'`,
      values: [userId],
    });
    if (open && open.count >= MAX_OPEN_GRANTS) {
      throw tooManyRequests(
        `You have ${open.count} uploads open. Please finish one of them, or try again later.`,
        Math.max(1, open.seconds ?? 1),
      );
    }
  }
}
