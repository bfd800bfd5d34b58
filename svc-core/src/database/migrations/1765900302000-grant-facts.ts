import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** What figures are made of is read by svc-reports, and names of stores by svc-notifications too. */
const GRANTS: Readonly<Record<string, readonly string[]>> = {
  svc_reports: [
    '(name, timezone, removed_at, archived_at) ON core.locations',
    '(status, created_at, responded_at, completed_at, equipment_id, repeat_of) ON core.tickets',
    '(ticket_id, is_paused, due_at, at_risk_at) ON core.ticket_deadlines',
    '(ticket_id, since, until, ended_at) ON core.ticket_stops',
    '(ticket_id, kind, amount, vendor_id, incurred_on) ON core.ticket_costs',
    '(id, location_id, name, category, replacement_cost, removed_at) ON core.equipment',
    '(id, name, location_ids) ON core.vendors',
  ],
  svc_notifications: [
    '(name) ON core.locations',
    // The decision about costs, and up to which amount.
    '(spending_limit) ON core.tickets',
    '(amount) ON core.ticket_events',
  ],
};

/**
 * What all readers could read until now. Who sees what is decided from the rest, which stays published to all of
 * them.
 */
const PUBLISHED = [
  '(name, status, timezone, removed_at, archived_at) ON core.locations',
  '(status, created_at, responded_at, completed_at, equipment_id, repeat_of) ON core.tickets',
  '(ticket_id, is_paused, due_at, at_risk_at) ON core.ticket_deadlines',
  '(ticket_id, since, until, ended_at) ON core.ticket_stops',
  '(ticket_id, kind, amount, vendor_id, incurred_on) ON core.ticket_costs',
  '(id, location_id, name, category, replacement_cost, removed_at) ON core.equipment',
  '(id, name, location_ids) ON core.vendors',
];

/** What a service was granted and no version that may still run reads. */
const UNREAD: Readonly<Record<string, string>> = {
  svc_attachments: '(name, status) ON core.locations',
  svc_notifications: '(created_at) ON core.ticket_events',
};

/**
 * Costs, vendors and deadlines are read by the service that needs them alone. The versions before this one select
 * nothing else, and have the same roles: they go on. Provisioning made the roles before any migration.
 */
export class GrantFacts1765900302000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('GRANT USAGE ON SCHEMA core TO svc_reports');
    for (const [role, grants] of Object.entries(GRANTS)) {
      for (const grant of grants) await runner.query(`GRANT SELECT ${grant} TO ${role}`);
    }
    for (const grant of PUBLISHED) await runner.query(`REVOKE SELECT ${grant} FROM core_readers`);
    for (const [role, grant] of Object.entries(UNREAD)) {
      await runner.query(`REVOKE SELECT ${grant} FROM ${role}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [role, grant] of Object.entries(UNREAD)) {
      await runner.query(`GRANT SELECT ${grant} TO ${role}`);
    }
    for (const grant of PUBLISHED) await runner.query(`GRANT SELECT ${grant} TO core_readers`);
    for (const [role, grants] of Object.entries(GRANTS)) {
      for (const grant of grants) await runner.query(`REVOKE SELECT ${grant} FROM ${role}`);
    }
    await runner.query('REVOKE USAGE ON SCHEMA core FROM svc_reports');
  }
}
