import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Due dates: what people set, the response targets by which the others are computed, the opening hours that count, the
 * times that do not, and what happened. Computed deadlines have a table of their own, because they do not change the
 * version of a ticket.
 */
export class CreateDeadlines1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.tickets ADD COLUMN due_at timestamptz(3), ADD COLUMN due_set_at timestamptz(3),
        ADD COLUMN responded_at timestamptz(3)`);
    await runner.query(`
      ALTER TABLE core.locations ADD COLUMN hours jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN closures jsonb NOT NULL DEFAULT '[]'`);

    await runner.query(`
      CREATE TABLE core.response_targets (
        id uuid NOT NULL DEFAULT uuidv7(),
        priority varchar(20) NOT NULL,
        respond_minutes integer,
        resolve_minutes integer,
        clock varchar(20) NOT NULL,
        at_risk_percent smallint NOT NULL DEFAULT 75,
        escalate_after_minutes integer NOT NULL DEFAULT 120,
        escalate_to uuid[] NOT NULL DEFAULT '{}',
        active boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_response_targets PRIMARY KEY (id),
        CONSTRAINT uq_response_targets_priority UNIQUE (priority),
        CONSTRAINT ck_response_targets_priority CHECK (priority IN ('low', 'medium', 'high')),
        CONSTRAINT ck_response_targets_clock CHECK (clock IN ('always', 'store_hours')),
        CONSTRAINT ck_response_targets_minutes CHECK (resolve_minutes >= respond_minutes AND respond_minutes > 0)
      )`);
    await runner.query(`
      INSERT INTO core.response_targets (priority, respond_minutes, resolve_minutes, clock) VALUES
        ('high', 15, 4 * 60, 'always'),
        ('medium', 2 * 60, 24 * 60, 'store_hours'),
        ('low', 8 * 60, 60 * 60, 'store_hours')`);
    await runner.query(`
      CREATE TRIGGER tr_response_targets_version BEFORE UPDATE ON core.response_targets
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_response_targets_audit AFTER UPDATE ON core.response_targets
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('response_target')`);

    await runner.query(`
      CREATE TABLE core.ticket_stops (
        id uuid NOT NULL DEFAULT uuidv7(),
        ticket_id uuid NOT NULL,
        reason varchar(20) NOT NULL,
        note varchar(500),
        since timestamptz(3) NOT NULL DEFAULT now(),
        until timestamptz(3),
        ended_at timestamptz(3),
        CONSTRAINT pk_ticket_stops PRIMARY KEY (id),
        CONSTRAINT fk_ticket_stops_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
        CONSTRAINT ck_ticket_stops_reason CHECK (reason IN
          ('waiting_vendor', 'waiting_parts', 'waiting_approval', 'store_closed', 'other', 'solved'))
      )`);
    await runner.query('CREATE INDEX ix_ticket_stops_ticket_id ON core.ticket_stops (ticket_id)');
    await runner.query(
      'CREATE UNIQUE INDEX uq_ticket_stops_open ON core.ticket_stops (ticket_id) WHERE ended_at IS NULL',
    );

    await runner.query(`
      CREATE TABLE core.ticket_deadlines (
        ticket_id uuid NOT NULL,
        is_paused boolean NOT NULL,
        respond_due_at timestamptz(3),
        resolve_due_at timestamptz(3),
        due_at timestamptz(3),
        at_risk_at timestamptz(3),
        passed smallint NOT NULL,
        next_at timestamptz(3),
        CONSTRAINT pk_ticket_deadlines PRIMARY KEY (ticket_id),
        CONSTRAINT fk_ticket_deadlines_ticket_id FOREIGN KEY (ticket_id)
          REFERENCES core.tickets (id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX ix_ticket_deadlines_next_at ON core.ticket_deadlines (next_at) WHERE next_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX ix_ticket_deadlines_due_at ON core.ticket_deadlines (due_at) WHERE due_at IS NOT NULL',
    );

    await runner.query(`
      CREATE TABLE core.ticket_events (
        id uuid NOT NULL DEFAULT uuidv7(),
        ticket_id uuid NOT NULL,
        location_id uuid NOT NULL,
        kind varchar(20) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        actor_id uuid,
        due_at timestamptz(3),
        reason varchar(20),
        note varchar(500),
        until timestamptz(3),
        told_to uuid[],
        CONSTRAINT pk_ticket_events PRIMARY KEY (id),
        CONSTRAINT fk_ticket_events_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
        CONSTRAINT ck_ticket_events_kind
          CHECK (kind IN ('paused', 'resumed', 'at_risk', 'overdue', 'escalated'))
      )`);
    await runner.query('CREATE INDEX ix_ticket_events_ticket_id ON core.ticket_events (ticket_id, id)');
    // A mark is told once for each due date.
    await runner.query(
      'CREATE UNIQUE INDEX uq_ticket_events_mark ON core.ticket_events (ticket_id, kind, due_at) WHERE due_at IS NOT NULL',
    );
    await runner.query(`
      CREATE TRIGGER tr_ticket_events_audit AFTER INSERT ON core.ticket_events
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket_event')`);

    await runner.query(`
      CREATE TABLE core.deadline_requests (
        id uuid NOT NULL DEFAULT uuidv7(),
        location_id uuid,
        priority varchar(20),
        after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        CONSTRAINT pk_deadline_requests PRIMARY KEY (id)
      )`);

    await runner.query('GRANT SELECT, UPDATE ON core.response_targets TO svc_core');
    await runner.query(
      'GRANT SELECT, INSERT, UPDATE ON core.ticket_stops, core.ticket_deadlines TO svc_core',
    );
    await runner.query('GRANT SELECT, INSERT ON core.ticket_events TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.deadline_requests TO svc_core');
    await runner.query(
      'GRANT SELECT (id, ticket_id, location_id, kind, created_at, due_at, told_to) ON core.ticket_events TO svc_notifications',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'deadline_requests',
      'ticket_events',
      'ticket_deadlines',
      'ticket_stops',
      'response_targets',
    ])
      await runner.query(`DROP TABLE core.${table}`);
    await runner.query('ALTER TABLE core.locations DROP COLUMN hours, DROP COLUMN closures');
    await runner.query(
      'ALTER TABLE core.tickets DROP COLUMN due_at, DROP COLUMN due_set_at, DROP COLUMN responded_at',
    );
  }
}
