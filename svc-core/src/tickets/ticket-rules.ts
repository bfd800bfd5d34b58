import { ApprovalRule } from './rules/approval.rule.ts';
import { ChecklistsRule } from './rules/checklists.rule.ts';
import { CompletionRule } from './rules/completion.rule.ts';
import { DeadlinesRule } from './rules/deadlines.rule.ts';
import { EquipmentRule } from './rules/equipment.rule.ts';
import { LimitRule } from './rules/limit.rule.ts';
import { PausesRule } from './rules/pauses.rule.ts';
import { PlacesRule } from './rules/places.rule.ts';
import { ProofRule } from './rules/proof.rule.ts';
import { TextsRule } from './rules/texts.rule.ts';
import { VendorJobsRule } from './rules/vendor-jobs.rule.ts';
import { VendorRule } from './rules/vendor.rule.ts';
import { WatchersRule } from './rules/watchers.rule.ts';

/**
 * The rules of every change of a ticket, in their order: all decide, then the ticket is written, then all that have
 * something to do then do it. Where a change breaks two rules, the first one answers. A new rule is a file and a line.
 */
export const ticketRules = [
  // Of the body alone: no statement.
  TextsRule,
  // What the ticket refers to at its location, so the location comes first.
  PlacesRule,
  EquipmentRule,
  VendorRule,
  // Money: the limit depends on the vendor, the approval on the limit, whether it can be solved on the approval.
  LimitRule,
  ApprovalRule,
  // Whether it is proven that it is done, so that completion only says when.
  ProofRule,
  CompletionRule,
  // Time: the clock stops or goes on before deadlines are computed from its stops.
  PausesRule,
  DeadlinesRule,
  // Nothing depends on what follows the ticket, and on who watches.
  ChecklistsRule,
  VendorJobsRule,
  WatchersRule,
] as const;

/** Provides the {@link ticketRules} with what they use. */
export const TICKET_RULES = Symbol('the rules of every change of a ticket');
