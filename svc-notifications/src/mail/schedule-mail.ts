import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewItem } from '../inbox/new-item.ts';

/** Decides which mails follow from new items of the inbox. */
@Injectable()
export class ScheduleMail {
  /** Schedules the mails of new items in the transaction that inserts them. */
  schedule(_transaction: EntityManager, _items: NewItem[]): Promise<void> {
    // No mail is sent yet.
    return Promise.resolve();
  }
}
