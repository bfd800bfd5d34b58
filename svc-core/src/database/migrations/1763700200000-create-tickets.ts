import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/** Maintenance ticket (specification, section 3), and what svc-attachments may know of it. */
export class CreateTickets1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.tickets (
        id uuid NOT NULL DEFAULT uuidv7(),
        title varchar(255) NOT NULL,
        description text NOT NULL,
        location_id uuid NOT NULL,
        assigned_to uuid,
        status varchar(20) NOT NULL DEFAULT 'incoming',
        priority varchar(20) NOT NULL DEFAULT 'medium',
        ticket_type varchar(50) NOT NULL,
        notes text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        completed_at timestamptz(3),
        CONSTRAINT pk_tickets PRIMARY KEY (id),
        CONSTRAINT fk_tickets_location_id FOREIGN KEY (location_id)
          REFERENCES core.locations (id) ON DELETE CASCADE,
        CONSTRAINT fk_tickets_assigned_to FOREIGN KEY (assigned_to)
          REFERENCES auth.users (id) ON DELETE SET NULL,
        CONSTRAINT ck_tickets_status CHECK (status IN ('incoming', 'in_progress', 'solved')),
        CONSTRAINT ck_tickets_priority CHECK (priority IN ('low', 'medium', 'high')),
        CONSTRAINT ck_tickets_ticket_type
          CHECK (ticket_type IN ('repair', 'inspection', 'cleaning', 'equipment', 'other')),
        CONSTRAINT ck_tickets_completed_at CHECK ((status = 'solved') = (completed_at IS NOT NULL))
      )`);
    // The lists: everything, a location's, a status's, a person's, each newest first.
    await runner.query('CREATE INDEX ix_tickets_created_at ON core.tickets (created_at DESC, id DESC)');
    await runner.query(
      'CREATE INDEX ix_tickets_location_id_created_at ON core.tickets (location_id, created_at DESC, id DESC)',
    );
    await runner.query(
      'CREATE INDEX ix_tickets_status_created_at ON core.tickets (status, created_at DESC, id DESC)',
    );
    await runner.query(
      `CREATE INDEX ix_tickets_assigned_to_created_at ON core.tickets (assigned_to, created_at DESC, id DESC)
       WHERE assigned_to IS NOT NULL`,
    );
    // The search, and the count on the dashboard.
    await runner.query('CREATE INDEX ix_tickets_title_trgm ON core.tickets USING gin (title gin_trgm_ops)');
    await runner.query(
      `CREATE INDEX ix_tickets_active_location_id ON core.tickets (location_id)
       WHERE status IN ('incoming', 'in_progress')`,
    );

    await runner.query('GRANT SELECT, INSERT, UPDATE ON core.tickets TO svc_core');
    await runner.query('GRANT REFERENCES (id) ON core.tickets TO attachments_owner');
    await runner.query('GRANT SELECT (id, location_id) ON core.tickets TO svc_attachments');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.tickets');
  }
}
