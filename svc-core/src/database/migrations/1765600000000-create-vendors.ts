import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

const CATEGORIES = `
  'refrigeration', 'cooking', 'beverage', 'hvac', 'plumbing', 'electrical', 'pos', 'building', 'other'`;

/** Vendors, and the record of equipment, which names one. A vendor without locations serves all of them. */
export class CreateVendors1765600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.vendors (
        id uuid NOT NULL DEFAULT uuidv7(),
        name varchar(160) NOT NULL,
        trades varchar(20)[] NOT NULL DEFAULT '{}',
        email varchar(254),
        phone varchar(40),
        spending_limit numeric(12, 2),
        active boolean NOT NULL DEFAULT true,
        location_ids uuid[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_vendors PRIMARY KEY (id),
        CONSTRAINT ck_vendors_name CHECK (char_length(name) BETWEEN 1 AND 160),
        CONSTRAINT ck_vendors_trades CHECK (trades <@ ARRAY[${CATEGORIES}]::varchar[]),
        CONSTRAINT ck_vendors_spending_limit CHECK (spending_limit >= 0)
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX uq_vendors_name ON core.vendors (casefold(name COLLATE pg_unicode_fast))',
    );
    await runner.query(`
      CREATE TRIGGER tr_vendors_version BEFORE UPDATE ON core.vendors
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_vendors_audit AFTER INSERT OR UPDATE OR DELETE ON core.vendors
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('vendor')`);
    await runner.query('GRANT SELECT, INSERT, UPDATE, DELETE ON core.vendors TO svc_core');

    await runner.query(`
      ALTER TABLE core.equipment
        ADD COLUMN manufacturer varchar(100),
        ADD COLUMN model varchar(100),
        ADD COLUMN serial varchar(100),
        ADD COLUMN installed_on date,
        ADD COLUMN warranty_until date,
        ADD COLUMN warranty_note varchar(500),
        ADD COLUMN replacement_cost numeric(12, 2)
          CONSTRAINT ck_equipment_replacement_cost CHECK (replacement_cost >= 0),
        ADD COLUMN vendor_id uuid CONSTRAINT fk_equipment_vendor_id REFERENCES core.vendors (id),
        ADD COLUMN notes varchar(2000)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.equipment
        DROP COLUMN manufacturer, DROP COLUMN model, DROP COLUMN serial, DROP COLUMN installed_on,
        DROP COLUMN warranty_until, DROP COLUMN warranty_note, DROP COLUMN replacement_cost, DROP COLUMN vendor_id,
        DROP COLUMN notes`);
    await runner.query('DROP TABLE core.vendors');
  }
}
