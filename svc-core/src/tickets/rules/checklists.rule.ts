import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

/** The checklists of a ticket are of its location and its equipment. */
@Injectable()
export class ChecklistsRule implements TicketRule {
  constructor(private readonly database: Database) {}

  /** In SQL, because runs are on a floor above. */
  async done({ within, before, after }: TicketChange): Promise<void> {
    const { locationId = before.locationId, equipmentId = before.equipmentId } = after;
    if (locationId === before.locationId && equipmentId === before.equipmentId) return;
    await this.database.run(
      sql`UPDATE core.checklist_runs SET location_id = ${locationId}, equipment_id = ${equipmentId}
          WHERE ticket_id = ${before.id}`,
      { within },
    );
  }
}
