import { type Precondition, type Principal, Transactions, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.ts';
import { movedDigest, sendAtAfter, sendBulkAt } from '../deliveries/rhythm.ts';
import { SettingsRepository } from './settings.repository.ts';
import {
  fromRequest,
  type SettingsResponse,
  toVersionedResponse,
  type UpdateSettingsRequest,
} from './settings.schemas.ts';

/** The current user's own settings. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SettingsRepository,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  /** @param cookies may have the time zone of the browser */
  async read({ userId }: Principal, cookies: unknown): Promise<Versioned<SettingsResponse>> {
    await this.settings.keepBrowserZone(userId, cookies);
    return toVersionedResponse(await this.settings.read(userId));
  }

  /**
   * Replaces all settings; mails that wait follow them.
   * @throws Problem 412
   */
  update(
    { userId }: Principal,
    request: UpdateSettingsRequest,
    precondition: Precondition,
  ): Promise<Versioned<SettingsResponse>> {
    return this.transactions.run(async (transaction) => {
      precondition(await this.settings.lock(transaction, userId));
      const chosen = fromRequest(request);
      await this.settings.save(transaction, userId, chosen);
      const now = new Date();
      await this.deliveries.reschedule(transaction, userId, (form, last) => {
        if (form === 'digest') return movedDigest(now, chosen);
        return form === 'bulk' ? sendBulkAt(now, chosen) : sendAtAfter(last, now, chosen);
      });
      return toVersionedResponse(await this.settings.read(userId, transaction));
    });
  }
}
