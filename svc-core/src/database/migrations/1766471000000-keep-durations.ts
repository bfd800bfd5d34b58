import { type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';
import { z } from 'zod';

/** Tickets filled by one statement: a request that changes one of them waits for as long as that takes. */
const BATCH = 500;
const lastRows = z.array(z.object({ id: z.guid() }));

/** Hours from a creation to a moment, without the stops before it. */
const hoursUntil = (created: string, moment: string, ticket: string): string => `
  (date_part('epoch', ${moment} - ${created}) - coalesce((
    SELECT sum(date_part('epoch', least(p.ended_at, p.until, ${moment}) - p.since))
    FROM core.ticket_stops p WHERE p.ticket_id = ${ticket} AND p.since < ${moment}), 0)) / 3600`;

/** Of tickets `t`, a row when somebody responded, and one when it was fixed. */
const computedOf = (tickets: string): string => `
  SELECT t.id, m.is_fix, t.location_id, t.equipment_id, m.ended_at, ${hoursUntil('t.created_at', 'm.ended_at', 't.id')},
    CASE WHEN m.is_fix THEN m.ended_at <= (SELECT d.due_at FROM core.ticket_deadlines d WHERE d.ticket_id = t.id) END
  FROM ${tickets} t CROSS JOIN LATERAL (VALUES (false, t.responded_at), (true, t.completed_at)) AS m (is_fix, ended_at)
  WHERE m.ended_at IS NOT NULL`;

const trigger =
  "RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp'";

/** They follow a ticket. Whoever changes it, its stops or its deadlines has locked it. */
const functions = `
  CREATE FUNCTION core.follow_durations() ${trigger} AS $$
    BEGIN
      DELETE FROM core.ticket_durations d WHERE d.ticket_id = NEW.id;
      INSERT INTO core.ticket_durations ${computedOf('core.tickets')} AND t.id = NEW.id;
      RETURN NULL;
    END $$;
  CREATE FUNCTION core.follow_stops() ${trigger} AS $$
    DECLARE
      stop core.ticket_stops := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      UPDATE core.ticket_durations d SET hours = n.hours
      FROM (SELECT o.is_fix, ${hoursUntil('t.created_at', 'o.ended_at', 'o.ticket_id')} AS hours
        FROM core.ticket_durations o JOIN core.tickets t ON t.id = o.ticket_id WHERE o.ticket_id = stop.ticket_id) n
      WHERE d.ticket_id = stop.ticket_id AND d.is_fix = n.is_fix AND d.hours <> n.hours;
      RETURN NULL;
    END $$;
  CREATE FUNCTION core.follow_due_dates() ${trigger} AS $$
    BEGIN
      UPDATE core.ticket_durations d SET is_met = d.ended_at <= NEW.due_at WHERE d.ticket_id = NEW.ticket_id AND d.is_fix;
      RETURN NULL;
    END $$;
  CREATE FUNCTION core.rebuild_durations() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      LOCK TABLE core.tickets, core.ticket_stops, core.ticket_deadlines IN SHARE MODE;
      DELETE FROM core.ticket_durations;
      INSERT INTO core.ticket_durations ${computedOf('core.tickets')};
    END $$;
  REVOKE EXECUTE ON FUNCTION core.rebuild_durations() FROM PUBLIC;`;

const FACTS = ['responded_at', 'completed_at', 'created_at', 'location_id', 'equipment_id'];
const both = (prefix: string): string => FACTS.map((column) => `${prefix}.${column}`).join(', ');

const triggers = `
  CREATE TRIGGER tr_tickets_durations_insert AFTER INSERT ON core.tickets FOR EACH ROW
    WHEN (NEW.responded_at IS NOT NULL OR NEW.completed_at IS NOT NULL) EXECUTE FUNCTION core.follow_durations();
  CREATE TRIGGER tr_tickets_durations_update AFTER UPDATE OF ${FACTS.join(', ')} ON core.tickets FOR EACH ROW
    WHEN ((${both('OLD')}) IS DISTINCT FROM (${both('NEW')})) EXECUTE FUNCTION core.follow_durations();
  CREATE TRIGGER tr_ticket_stops_durations AFTER INSERT OR UPDATE OR DELETE ON core.ticket_stops
    FOR EACH ROW EXECUTE FUNCTION core.follow_stops();
  CREATE TRIGGER tr_ticket_deadlines_durations_insert AFTER INSERT ON core.ticket_deadlines FOR EACH ROW
    WHEN (NEW.due_at IS NOT NULL) EXECUTE FUNCTION core.follow_due_dates();
  CREATE TRIGGER tr_ticket_deadlines_durations_update AFTER UPDATE OF due_at ON core.ticket_deadlines FOR EACH ROW
    WHEN (OLD.due_at IS DISTINCT FROM NEW.due_at) EXECUTE FUNCTION core.follow_due_dates();`;

/**
 * How long tickets took until somebody responded, and until they were fixed, without their stops: reports read these
 * rows alone. `is_met` says whether one was fixed by its due date, if it had one.
 */
export class KeepDurations1766471000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.ticket_durations (
        ticket_id uuid NOT NULL,
        is_fix boolean NOT NULL,
        location_id uuid NOT NULL,
        equipment_id uuid,
        ended_at timestamptz(3) NOT NULL,
        hours double precision NOT NULL,
        is_met boolean,
        CONSTRAINT pk_ticket_durations PRIMARY KEY (ticket_id, is_fix),
        CONSTRAINT fk_ticket_durations_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_ticket_durations_ended_at ON core.ticket_durations (ended_at);
      CREATE INDEX ix_ticket_durations_location_id ON core.ticket_durations (location_id, ended_at);
      GRANT SELECT (is_fix, location_id, equipment_id, ended_at, hours, is_met) ON core.ticket_durations TO svc_reports;
      GRANT SELECT (order_due_at) ON core.ticket_deadlines TO svc_reports;
      ${functions}
      ${triggers}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const trigger of [
      'tickets_durations_insert ON core.tickets',
      'tickets_durations_update ON core.tickets',
      'ticket_stops_durations ON core.ticket_stops',
      'ticket_deadlines_durations_insert ON core.ticket_deadlines',
      'ticket_deadlines_durations_update ON core.ticket_deadlines',
    ]) {
      await runner.query(`DROP TRIGGER tr_${trigger}`);
    }
    for (const name of ['rebuild_durations', 'follow_due_dates', 'follow_stops', 'follow_durations']) {
      await runner.query(`DROP FUNCTION core.${name}`);
    }
    await runner.query('REVOKE SELECT (order_due_at) ON core.ticket_deadlines FROM svc_reports');
    await runner.query('DROP TABLE core.ticket_durations');
  }
}

/**
 * Fills the rows of tickets that are there. Each statement is a transaction, and locks its tickets, as whoever changes
 * them; an interrupted run may begin again.
 */
export class FillDurations1766471001000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    let after: string | undefined = '00000000-0000-0000-0000-000000000000';
    while (after !== undefined) {
      const [last] = lastRows.parse(
        await runner.query(
          `WITH t AS MATERIALIZED (
             SELECT id, location_id, equipment_id, created_at, responded_at, completed_at FROM core.tickets
             WHERE id > $1 ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE
           ), filled AS (
             INSERT INTO core.ticket_durations ${computedOf('t')} ON CONFLICT DO NOTHING
           )
           SELECT id FROM t ORDER BY id DESC LIMIT 1`,
          [after],
        ),
      );
      after = last?.id;
    }
  }

  async down(): Promise<void> {
    // What is filled goes with its table.
  }
}

const isAdmin = `EXISTS (SELECT FROM auth.users u WHERE u.id = viewer AND u.role = 'admin')`;

/** The locations of a manager are found by their assignments, however many there are. */
export class FindVisible1766471002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION core.visible_locations(viewer uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
        SELECT l.id FROM core.locations l WHERE l.removed_at IS NULL AND ${isAdmin}
        UNION ALL
        SELECT l.id FROM core.manager_assignments m JOIN core.locations l ON l.id = m.location_id
        WHERE m.manager_id = viewer AND l.removed_at IS NULL AND NOT ${isAdmin}$$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION core.visible_locations(viewer uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE AS $$
        SELECT l.id FROM core.locations l
        WHERE l.removed_at IS NULL AND (${isAdmin} OR EXISTS (
          SELECT FROM core.manager_assignments m WHERE m.location_id = l.id AND m.manager_id = viewer))$$`);
  }
}
