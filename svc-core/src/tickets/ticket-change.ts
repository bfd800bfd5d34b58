import type { Principal } from '@mainstay/service-kit';
import type { EntityManager } from 'typeorm';
import type { Proof } from '../fields/proofs.ts';
import type { Cause } from '../spending/approval.ts';
import { completionOf } from '../ticket-rows/ticket-status.ts';
import type { Ticket } from '../ticket-rows/ticket.entity.ts';
import type { TicketPatch } from '../ticket-rows/tickets.repository.ts';
import type { UpdateTicketRequest } from '../ticket-rows/tickets.schemas.ts';
import type { PauseRequest } from '../ticket-stops/pauses.schemas.ts';
import type { Vendor } from '../vendors/vendor.entity.ts';

/** What is asked of a ticket: fields as in a PATCH, or what else happens to it. */
export type AskedOfTicket = UpdateTicketRequest & {
  /** A pause begins; null: the present one ends. */
  pause?: PauseRequest | null;
  /** Its costs rose or fell to this sum, and the vendor of a cost leaves this limit. */
  costs?: { total: string; cause: Cause; limit: string | null };
  /** What an administrator decided about its costs. */
  decision?: Pick<Ticket, 'approval' | 'approvedAmount'>;
  /** The fields and this completion are from before a change of then, whose effect on the clock is undone too. */
  undo?: Pick<Ticket, 'completedAt'> & { changedAt: Date };
};

/** A change of a ticket while the rules decide about it. */
export interface TicketChange {
  /** The transaction, which has locked the ticket. */
  readonly within: EntityManager;
  readonly by: Principal;
  readonly before: Ticket;
  readonly asked: AskedOfTicket;
  /** Takes the ticket if its deadlines move: the caller refreshes those of many together. */
  readonly deadlinesOf: string[] | undefined;
  /** What will be written: the fields that are asked for, then what rules set. */
  readonly after: TicketPatch;
  /** What a rule has read and a later one needs. */
  readonly read: {
    /** That of the ticket after the change; undefined when neither it nor the limit can change. */
    vendor?: Vendor | null;
    /** The sum of the costs, if an administrator must approve them from now on. */
    totalToApprove?: string;
    /** What is missing of a ticket that is solved nevertheless. */
    waived?: Proof[];
  };
}

/** What must be so after every change of a ticket, or follows from one. It does nothing unless it is concerned. */
export interface TicketRule {
  /** Refuses the change (throws a Problem), or sets fields. Nothing is written yet. */
  decide?(change: TicketChange): Promise<void> | void;
  /** Writes what follows, after the ticket is written. */
  done?(change: TicketChange): Promise<void>;
}

/** What rules need of the ticket as those before them leave it. */
export function ticketAfter({ before, after }: Pick<TicketChange, 'before' | 'after'>) {
  const { status = before.status, locationId = before.locationId } = after;
  const { spendingLimit = before.spendingLimit, approval = before.approval } = after;
  const { ticketType = before.ticketType, completionNote = before.completionNote } = after;
  return { status, locationId, spendingLimit, approval, ticketType, completionNote };
}

/** Whether the change solves the ticket (`set`), reopens it (`clear`) or neither (`keep`). */
export const completionIn = (change: Pick<TicketChange, 'before' | 'after'>) =>
  completionOf(change.before.status, ticketAfter(change).status);
