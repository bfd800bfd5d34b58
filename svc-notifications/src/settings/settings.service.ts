import { type Precondition, type Principal, Transactions, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
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
  ) {}

  async read({ userId }: Principal): Promise<Versioned<SettingsResponse>> {
    return toVersionedResponse(await this.settings.read(userId));
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
      return toVersionedResponse(await this.settings.read(userId, transaction));
    });
  }
}
