import { audited, removals, versioned } from './audited.ts';

const CATEGORIES = `
  'refrigeration', 'cooking', 'beverage', 'hvac', 'plumbing', 'electrical', 'pos', 'building', 'other'`;

/** A vendor without locations serves all of them. */
const vendors = `
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
  );
  CREATE UNIQUE INDEX uq_vendors_name ON core.vendors (casefold(name COLLATE pg_unicode_fast));
  ${versioned('vendors')}
  ${audited('vendors', 'vendor')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.vendors TO svc_core;`;

const equipmentRows = `
  CREATE TABLE core.equipment (
    id uuid NOT NULL DEFAULT uuidv7(),
    location_id uuid NOT NULL,
    name varchar(120) NOT NULL,
    category varchar(20) NOT NULL,
    status varchar(20) NOT NULL DEFAULT 'in_service',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    removed_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    manufacturer varchar(100),
    model varchar(100),
    serial varchar(100),
    installed_on date,
    warranty_until date,
    warranty_note varchar(500),
    replacement_cost numeric(12, 2),
    vendor_id uuid,
    notes varchar(2000),
    CONSTRAINT pk_equipment PRIMARY KEY (id),
    CONSTRAINT fk_equipment_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT fk_equipment_vendor_id FOREIGN KEY (vendor_id) REFERENCES core.vendors (id),
    CONSTRAINT ck_equipment_name CHECK (char_length(name) BETWEEN 1 AND 120),
    CONSTRAINT ck_equipment_category CHECK (category IN (${CATEGORIES})),
    CONSTRAINT ck_equipment_status CHECK (status IN ('in_service', 'out_of_service', 'retired')),
    CONSTRAINT ck_equipment_replacement_cost CHECK (replacement_cost >= 0)
  );
  CREATE UNIQUE INDEX uq_equipment_location_id_serial ON core.equipment (location_id, serial)
    WHERE serial IS NOT NULL AND removed_at IS NULL;
  CREATE INDEX ix_equipment_location_id ON core.equipment (location_id, name, id);
  CREATE INDEX ix_equipment_location_id_by_name ON core.equipment (location_id, name COLLATE core.by_name, id);
  CREATE INDEX ix_equipment_vendor_id ON core.equipment (vendor_id) WHERE vendor_id IS NOT NULL;
  ${versioned('equipment')}
  ${audited('equipment', 'equipment')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.equipment TO svc_core;
  GRANT SELECT (id, name) ON core.equipment TO svc_notifications;
  ${removals('equipment', 'equipment')}`;

export const equipment = [vendors, equipmentRows];
