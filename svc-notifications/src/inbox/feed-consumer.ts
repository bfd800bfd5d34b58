import { BackgroundWork, type Change, readChanges, selectRows, Transactions } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Interval } from '@nestjs/schedule';
import type { EntityManager, Repository } from 'typeorm';
import { z } from 'zod';
import { LiveEvents, POLL_EVERY_MS } from '../events/live-events.ts';
import { ScheduleMail } from '../mail/schedule-mail.ts';
import type { NewItem } from '../recipients/new-item.ts';
import { type Recipient, visibleTo } from '../recipients/scope.ts';
import { VendorMailsRepository } from '../vendor-mails/vendor-mails.repository.ts';
import { SettingsRepository } from '../settings/settings.repository.ts';
import { idsOf, readFacts } from './feed-facts.ts';
import { FeedPosition } from './feed-position.entity.ts';
import { InboxMetrics } from './inbox-metrics.ts';
import { InboxRepository } from './inbox.repository.ts';
import { type Candidate, candidatesOf, concernsSomebody, wanted } from './items-of.ts';

/** While nobody watches; with a stream, as often as the stream reads. */
const UNWATCHED_EVERY_MS = 2000;
/** Changes of one transaction: few enough for less than a second, because it holds back all readers of the feed. */
const ROUND_SIZE = 200;

const lockRow = z.object({ isFirst: z.boolean() });

/**
 * Turns the changes of auth.changes into items of the inbox and their mails. Items, mails and the position in the feed
 * are written in one transaction, so a process that dies loses none and doubles none. One replica at a time; a round
 * without changes writes nothing.
 */
@Injectable()
export class FeedConsumer extends BackgroundWork {
  private ranAt = 0;

  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(FeedPosition) private readonly positions: Repository<FeedPosition>,
    private readonly inbox: InboxRepository,
    private readonly settings: SettingsRepository,
    private readonly mail: ScheduleMail,
    private readonly vendorMails: VendorMailsRepository,
    private readonly metrics: InboxMetrics,
    private readonly live: LiveEvents,
  ) {
    super();
  }

  @Interval('write items of the inbox', POLL_EVERY_MS)
  runIfTime(): void {
    if (this.live.isWatched || Date.now() - this.ranAt >= UNWATCHED_EVERY_MS) this.run();
  }

  run(): void {
    this.ranAt = Date.now();
    this.start(
      () => this.readAll(),
      'Changes could not be turned into items of the inbox; retrying in the next round',
    );
  }

  private async readAll(): Promise<void> {
    let read: number;
    do read = await this.readSome();
    while (read === ROUND_SIZE && !this.isStopping);
  }

  /**
   * Turns the next changes into items, unless another replica is doing so.
   * @returns the number of changes, {@link ROUND_SIZE} when there may be more
   */
  async readSome(): Promise<number> {
    const { read, items } = await this.transactions.run((transaction) => this.readWithin(transaction));
    for (const { kind } of items) this.metrics.itemsWritten.inc({ kind });
    return read;
  }

  private async readWithin(transaction: EntityManager): Promise<{ read: number; items: NewItem[] }> {
    // Not a lock of the row, which would be a write in each round. TypeORM has no advisory locks.
    const [lock] = await selectRows(transaction, lockRow, {
      name: 'lock-feed-position',
      text: `SELECT pg_try_advisory_xact_lock(hashtext('notifications.feed_position')) AS "isFirst"`,
    });
    if (lock?.isFirst !== true) return { read: 0, items: [] };
    const positions = transaction.withRepository(this.positions);
    const position = await positions.findOneByOrFail({ id: true });
    const { changes, cursor, isResumed } = await readChanges(transaction, position.cursor, ROUND_SIZE);
    if (isResumed && changes.length === 0) return { read: 0, items: [] };
    if (!isResumed && position.cursor !== null) {
      this.logger.warn('The database was restored: the inbox starts with the changes from now on');
    }
    const items = await this.write(transaction, changes.filter(concernsSomebody));
    const created = changes.filter(({ action }) => action === 'create');
    await this.vendorMails.schedule(transaction, {
      eventIds: idsOf('ticket_event', created),
      commentIds: idsOf('ticket_comment', created),
    });
    await positions.update({ id: true }, { cursor });
    return { read: changes.length, items };
  }

  private async write(transaction: EntityManager, changes: readonly Change[]): Promise<NewItem[]> {
    if (changes.length === 0) return [];
    const candidates = candidatesOf(changes, await readFacts(transaction, changes));
    const recipients = await visible(transaction, candidates);
    const userIds = [...new Set(recipients.map(({ userId }) => userId))];
    const items = wanted(recipients, await this.settings.of(userIds, transaction));
    if (items.length === 0) return [];
    const inserted = await this.inbox.insert(transaction, items);
    await this.mail.schedule(transaction, inserted);
    return inserted;
  }
}

async function visible(transaction: EntityManager, candidates: Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return [];
  const keyOf = ({ userId, ticketId, codeId, locationId }: Recipient) =>
    `${userId} ${ticketId ?? codeId ?? locationId}`;
  const found = new Set((await visibleTo(transaction, candidates)).map(keyOf));
  return candidates.filter((candidate) => found.has(keyOf(candidate)));
}
