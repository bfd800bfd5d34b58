import { type Precondition, type Principal, Transactions, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import type { NotificationSettings } from './notification-settings.ts';
import { SettingsRepository } from './settings.repository.ts';
import {
  fromRequest,
  type SettingsResponse,
  toResponse,
  type UpdateSettingsRequest,
} from './settings.schemas.ts';

/** The current user's own settings. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SettingsRepository,
  ) {}

  async read({ userId }: Principal): Promise<Versioned<SettingsResponse>> {
    return responseOf(await this.settings.read(userId));
  }

  /** Replaces all settings. @throws Problem 412 */
  update(
    { userId }: Principal,
    request: UpdateSettingsRequest,
    precondition: Precondition,
  ): Promise<Versioned<SettingsResponse>> {
    return this.transactions.run(async (transaction) => {
      precondition(await this.settings.lock(transaction, userId));
      await this.settings.save(transaction, userId, fromRequest(request));
      return responseOf(await this.settings.read(userId, transaction));
    });
  }
}

const responseOf = ({ body, version }: Versioned<NotificationSettings>): Versioned<SettingsResponse> => ({
  body: toResponse(body),
  version,
});
