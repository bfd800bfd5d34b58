import { Injectable } from '@nestjs/common';
import { longFieldsOf } from '../../entities/response-columns.ts';
import { requireLimits } from '../../fields/long-text.ts';
import { ticketResponse } from '../../ticket-rows/tickets.schemas.ts';
import type { TicketChange, TicketRule } from '../ticket-change.ts';

const longFields = longFieldsOf(ticketResponse);

/** A text from before the limit of its length may be sent back as it is, so only a new one is refused. */
@Injectable()
export class TextsRule implements TicketRule {
  /** @throws Problem 400 on each text that is too long */
  decide({ before, asked }: TicketChange): void {
    requireLimits(before, asked, longFields);
  }
}
