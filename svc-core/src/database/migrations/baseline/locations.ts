import { audited, removals, versioned } from './audited.ts';

/**
 * Locations (specification, section 3). `removed_at` hides one with all that belongs to it. An archived one stays with
 * all its rows, and is left out of lists, counts and whatever happens by itself. Times have milliseconds, as in JSON,
 * so that a cursor made from a response finds its row again.
 */
const locationRows = `
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
    version integer NOT NULL DEFAULT 1,
    removed_at timestamptz(3),
    hours jsonb NOT NULL DEFAULT '[]',
    closures jsonb NOT NULL DEFAULT '[]',
    archived_at timestamptz(3),
    CONSTRAINT pk_locations PRIMARY KEY (id),
    CONSTRAINT ck_locations_status CHECK (status IN ('active', 'inactive'))
  );
  -- The store number of a removed one is free again.
  CREATE UNIQUE INDEX uq_locations_store_number ON core.locations (store_number) WHERE removed_at IS NULL;
  CREATE INDEX ix_locations_name ON core.locations (name, id);
  CREATE INDEX ix_locations_by_name ON core.locations (name COLLATE core.by_name, id);
  CREATE INDEX ix_locations_name_trgm ON core.locations USING gin (name gin_trgm_ops);
  CREATE INDEX ix_locations_active ON core.locations (id) WHERE status = 'active';
  CREATE INDEX ix_locations_removed ON core.locations (id) WHERE removed_at IS NOT NULL;
  CREATE INDEX ix_locations_hidden ON core.locations (id) WHERE removed_at IS NOT NULL OR archived_at IS NOT NULL;
  ${versioned('locations')}
  ${audited('locations', 'location')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.locations TO svc_core;
  GRANT SELECT (id, name, status) ON core.locations TO core_readers, svc_attachments;
  GRANT SELECT (timezone, archived_at) ON core.locations TO svc_notifications;
  GRANT REFERENCES (id) ON core.locations TO core_referrers;

  -- Hides removed ones from the readers of the table, with no column that they would have to know. Only of this table:
  -- under row security PostgreSQL estimates searches without statistics, too costly where tickets are searched.
  CREATE POLICY everything ON core.locations USING (true) WITH CHECK (true);
  CREATE POLICY not_removed ON core.locations AS RESTRICTIVE FOR SELECT TO core_readers USING (removed_at IS NULL);
  ALTER TABLE core.locations ENABLE ROW LEVEL SECURITY;
  ${removals('location', 'locations')}`;

/** Manager assignments (specification, section 3). */
const assignments = `
  CREATE TABLE core.manager_assignments (
    id uuid NOT NULL DEFAULT uuidv7(),
    manager_id uuid NOT NULL,
    location_id uuid NOT NULL,
    assigned_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_manager_assignments PRIMARY KEY (id),
    CONSTRAINT uq_manager_assignments_manager_id_location_id UNIQUE (manager_id, location_id),
    CONSTRAINT fk_manager_assignments_manager_id FOREIGN KEY (manager_id)
      REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT fk_manager_assignments_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_manager_assignments_location_id ON core.manager_assignments (location_id, manager_id);
  ${versioned('manager_assignments')}
  ${audited('manager_assignments', 'manager_assignment')}
  GRANT SELECT, INSERT, DELETE ON core.manager_assignments TO svc_core;
  GRANT SELECT (manager_id, location_id) ON core.manager_assignments TO core_readers, svc_attachments;`;

export const locations = [locationRows, assignments];
