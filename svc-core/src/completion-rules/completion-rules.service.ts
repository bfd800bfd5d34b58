import { notFound, type Precondition, type Versioned } from '@mainstay/service-kit';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { ticketTypes } from '../fields/ticket-types.ts';
import { CompletionRule } from './completion-rule.entity.ts';
import {
  completionRule,
  type CompletionRuleResponse,
  type UpdateCompletionRuleRequest,
} from './completion-rules.schemas.ts';

/** What tickets need before they are solved, by their types. */
@Injectable()
export class CompletionRulesService {
  constructor(private readonly database: Database) {}

  /** In the order of the types. */
  async list(): Promise<CompletionRuleResponse[]> {
    const rules = await this.database.entities.find(CompletionRule);
    const order = (rule: CompletionRule): number => ticketTypes.indexOf(rule.ticketType);
    return rules.toSorted((a, b) => order(a) - order(b)).map((rule) => completionRule.parse(rule));
  }

  /**
   * What was solved before stays solved.
   * @throws Problem 404 for another word than a type, 412
   */
  update(
    ticketType: string,
    changes: UpdateCompletionRuleRequest,
    precondition: Precondition,
  ): Promise<Versioned<CompletionRuleResponse>> {
    return this.database.transaction(async (transaction) => {
      const known = ticketTypes.find((word) => word === ticketType);
      const rule =
        known &&
        (await transaction.findOne(CompletionRule, {
          where: { ticketType: known },
          lock: { mode: 'for_no_key_update' },
        }));
      if (!rule) throw notFound();
      precondition(rule.version);
      if (Object.keys(changes).length > 0) await transaction.update(CompletionRule, rule.id, changes);
      const changed = await transaction.findOneByOrFail(CompletionRule, { id: rule.id });
      return { body: completionRule.parse(changed), version: changed.version };
    });
  }
}
