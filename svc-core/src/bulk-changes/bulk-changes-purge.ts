import { HourlyPurge } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { BulkChangesRepository } from './bulk-changes.repository.ts';

/** Deletes what became of single tickets. That many were changed stays, as the audit trail does. */
@Injectable()
export class BulkChangesPurge extends HourlyPurge {
  constructor(private readonly bulks: BulkChangesRepository) {
    super();
  }

  protected deleteSome(limit: number): Promise<number> {
    return this.bulks.clear(limit);
  }
}
