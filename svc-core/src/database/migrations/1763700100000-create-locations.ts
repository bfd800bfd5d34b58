import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Location and Manager assignment (specification, section 3), and what svc-attachments may know of them.
 * Times keep milliseconds, as JSON carries them, so that a cursor made from an answer finds its row again.
 */
export class CreateLocations1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.locations (
        id uuid NOT NULL DEFAULT uuidv7(),
        name varchar(255) NOT NULL,
        address text NOT NULL,
        city varchar(100) NOT NULL,
        state varchar(50) NOT NULL,
        zip_code varchar(20) NOT NULL,
        phone varchar(20),
        store_number varchar(50) NOT NULL,
        status varchar(20) NOT NULL DEFAULT 'active',
        timezone varchar(64) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_locations PRIMARY KEY (id),
        CONSTRAINT uq_locations_store_number UNIQUE (store_number),
        CONSTRAINT ck_locations_status CHECK (status IN ('active', 'inactive'))
      )`);
    await runner.query('CREATE INDEX ix_locations_name ON core.locations (name, id)');
    await runner.query('CREATE INDEX ix_locations_name_trgm ON core.locations USING gin (name gin_trgm_ops)');
    await runner.query(`CREATE INDEX ix_locations_active ON core.locations (id) WHERE status = 'active'`);

    await runner.query(`
      CREATE TABLE core.manager_assignments (
        id uuid NOT NULL DEFAULT uuidv7(),
        manager_id uuid NOT NULL,
        location_id uuid NOT NULL,
        assigned_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_manager_assignments PRIMARY KEY (id),
        CONSTRAINT uq_manager_assignments_manager_id_location_id UNIQUE (manager_id, location_id),
        CONSTRAINT fk_manager_assignments_manager_id FOREIGN KEY (manager_id)
          REFERENCES auth.users (id) ON DELETE CASCADE,
        CONSTRAINT fk_manager_assignments_location_id FOREIGN KEY (location_id)
          REFERENCES core.locations (id) ON DELETE CASCADE
      )`);
    await runner.query(
      'CREATE INDEX ix_manager_assignments_location_id ON core.manager_assignments (location_id, manager_id)',
    );

    await runner.query('GRANT USAGE ON SCHEMA core TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.locations TO svc_core');
    await runner.query('GRANT SELECT, INSERT ON core.manager_assignments TO svc_core');

    await runner.query('GRANT USAGE ON SCHEMA core TO attachments_owner, svc_attachments');
    await runner.query('GRANT SELECT (id, name, status) ON core.locations TO svc_attachments');
    await runner.query(
      'GRANT SELECT (manager_id, location_id) ON core.manager_assignments TO svc_attachments',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.manager_assignments');
    await runner.query('DROP TABLE core.locations');
  }
}
