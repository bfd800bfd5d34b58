import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What figures are made of: states, times, amounts, and names of what they are about. Nothing of people. */
const FACTS = [
  '(timezone, removed_at, archived_at) ON core.locations',
  '(status, created_at, responded_at, completed_at, equipment_id, repeat_of) ON core.tickets',
  '(ticket_id, is_paused, due_at, at_risk_at) ON core.ticket_deadlines',
  '(ticket_id, since, until, ended_at) ON core.ticket_stops',
  '(ticket_id, kind, amount, vendor_id, incurred_on) ON core.ticket_costs',
  '(id, location_id, name, category, replacement_cost, removed_at) ON core.equipment',
  '(id, name, location_ids) ON core.vendors',
];

/** Publishes them to every reader, as the names of locations: a role of one reader may not exist yet (decision 20). */
export class PublishFacts1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const facts of FACTS) await runner.query(`GRANT SELECT ${facts} TO core_readers`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const facts of FACTS) await runner.query(`REVOKE SELECT ${facts} FROM core_readers`);
  }
}
