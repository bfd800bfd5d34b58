import { type Page, type Principal, Transactions } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { SettingsRepository } from '../settings/settings.repository.ts';
import { InboxMetrics } from './inbox-metrics.ts';
import { InboxRepository } from './inbox.repository.ts';
import type {
  InboxItemResponse,
  InboxSummaryResponse,
  ListInboxQuery,
  ReadInboxRequest,
} from './inbox.schemas.ts';

/** The current user's own inbox. */
@Injectable()
export class InboxService {
  constructor(
    private readonly transactions: Transactions,
    private readonly inbox: InboxRepository,
    private readonly settings: SettingsRepository,
    private readonly metrics: InboxMetrics,
  ) {}

  list({ userId }: Principal, query: ListInboxQuery): Promise<Page<InboxItemResponse>> {
    return this.inbox.list(userId, query);
  }

  /**
   * Each page asks for it.
   * @param cookies may have the time zone of the browser
   */
  async summary({ userId }: Principal, cookies: unknown): Promise<InboxSummaryResponse> {
    await this.settings.keepBrowserZone(userId, cookies);
    return { unread: await this.inbox.count(userId, true) };
  }

  /** Marks items as read; those that are keep their time. */
  async read({ userId }: Principal, { ids, before }: ReadInboxRequest): Promise<void> {
    const read = await this.transactions.run((transaction) =>
      before === undefined
        ? this.inbox.readThese(transaction, userId, ids ?? [])
        : this.inbox.readBefore(transaction, userId, new Date(before)),
    );
    this.metrics.itemsRead.inc(read);
  }
}
