import { Injectable } from '@nestjs/common';
import { VisibilityChecks } from '../../visibility/visibility-checks.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

/** A ticket moves only to a location, and is given only to somebody, that whoever changes it may see. */
@Injectable()
export class PlacesRule implements TicketRule {
  constructor(private readonly visibility: VisibilityChecks) {}

  /** @throws Problem 400 on `locationId` or `assignedTo` */
  decide({ within, by, asked, before }: TicketChange): Promise<void> {
    return this.visibility.requireReferences(within, by, asked, before);
  }
}
