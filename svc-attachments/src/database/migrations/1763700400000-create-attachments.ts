import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Ticket attachment (specification, section 3), the uploads that were granted, and the outbox of objects to remove.
 * Attachments die by cascades from other schemas too, so triggers fill the outbox, in the deleting transaction.
 */
export class CreateAttachments1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE attachments.attachments (
        id uuid NOT NULL DEFAULT uuidv7(),
        ticket_id uuid NOT NULL,
        file_name varchar(255) NOT NULL,
        file_type varchar(100),
        file_size integer NOT NULL,
        object_path text NOT NULL,
        uploaded_by uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_attachments PRIMARY KEY (id),
        CONSTRAINT uq_attachments_object_path UNIQUE (object_path),
        CONSTRAINT fk_attachments_ticket_id FOREIGN KEY (ticket_id)
          REFERENCES core.tickets (id) ON DELETE CASCADE,
        CONSTRAINT fk_attachments_uploaded_by FOREIGN KEY (uploaded_by)
          REFERENCES auth.users (id) ON DELETE SET NULL,
        CONSTRAINT ck_attachments_file_size CHECK (file_size >= 0)
      )`);
    await runner.query(
      'CREATE INDEX ix_attachments_ticket_id ON attachments.attachments (ticket_id, id DESC)',
    );
    await runner.query(
      `CREATE INDEX ix_attachments_uploaded_by ON attachments.attachments (uploaded_by)
       WHERE uploaded_by IS NOT NULL`,
    );

    await runner.query(`
      CREATE TABLE attachments.upload_grants (
        object_path text NOT NULL,
        granted_to uuid NOT NULL,
        granted_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        recorded_at timestamptz(3),
        CONSTRAINT pk_upload_grants PRIMARY KEY (object_path),
        CONSTRAINT fk_upload_grants_granted_to FOREIGN KEY (granted_to)
          REFERENCES auth.users (id) ON DELETE CASCADE,
        CONSTRAINT ck_upload_grants_expires_at CHECK (expires_at > granted_at)
      )`);
    await runner.query(
      `CREATE INDEX ix_upload_grants_open ON attachments.upload_grants (granted_to, granted_at)
       WHERE recorded_at IS NULL`,
    );
    await runner.query('CREATE INDEX ix_upload_grants_granted_to ON attachments.upload_grants (granted_to)');
    await runner.query('CREATE INDEX ix_upload_grants_expires_at ON attachments.upload_grants (expires_at)');

    await runner.query(`
      CREATE TABLE attachments.object_removals (
        object_key text NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT pk_object_removals PRIMARY KEY (object_key)
      )`);
    await runner.query('CREATE INDEX ix_object_removals_due_at ON attachments.object_removals (due_at)');

    // SECURITY DEFINER: whoever deletes a ticket or a user in another schema has no rights on the outbox.
    await runner.query(`
      CREATE FUNCTION attachments.remove_attachment_object() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES ('attachments/' || OLD.id)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_attachments_remove_object AFTER DELETE ON attachments.attachments
      FOR EACH ROW EXECUTE FUNCTION attachments.remove_attachment_object()`);
    await runner.query(`
      CREATE FUNCTION attachments.remove_granted_object() RETURNS trigger
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
      BEGIN
        INSERT INTO attachments.object_removals (object_key) VALUES (OLD.object_path)
        ON CONFLICT DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER tr_upload_grants_remove_object AFTER DELETE ON attachments.upload_grants
      FOR EACH ROW EXECUTE FUNCTION attachments.remove_granted_object()`);

    await runner.query('GRANT USAGE ON SCHEMA attachments TO svc_attachments');
    await runner.query('GRANT SELECT, INSERT, DELETE ON attachments.attachments TO svc_attachments');
    await runner.query('GRANT SELECT, INSERT, DELETE ON attachments.upload_grants TO svc_attachments');
    await runner.query('GRANT UPDATE (recorded_at) ON attachments.upload_grants TO svc_attachments');
    await runner.query('GRANT SELECT, INSERT, DELETE ON attachments.object_removals TO svc_attachments');
    await runner.query('GRANT UPDATE (due_at) ON attachments.object_removals TO svc_attachments');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attachments.object_removals');
    await runner.query('DROP TABLE attachments.upload_grants');
    await runner.query('DROP TABLE attachments.attachments');
    await runner.query('DROP FUNCTION attachments.remove_granted_object()');
    await runner.query('DROP FUNCTION attachments.remove_attachment_object()');
  }
}
