import { audited, versioned } from './audited.ts';

/**
 * Imports of files: one stored plan each, which is the preview, what is applied and the result. Who applies it is the
 * actor of its changes. The rows have no audit trail: what they change is audited where it is changed.
 */
export const imports = `
  CREATE TABLE core.imports (
    id uuid NOT NULL DEFAULT uuidv7(),
    kind varchar(20) NOT NULL,
    state varchar(10) NOT NULL DEFAULT 'planned',
    created_by uuid,
    applied_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL DEFAULT now() + interval '24 hours',
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_imports PRIMARY KEY (id),
    CONSTRAINT fk_imports_created_by FOREIGN KEY (created_by) REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_imports_applied_by FOREIGN KEY (applied_by) REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_imports_kind CHECK (kind IN ('locations', 'equipment')),
    CONSTRAINT ck_imports_state CHECK (state IN ('planned', 'applying', 'applied', 'expired'))
  );
  CREATE INDEX ix_imports_state ON core.imports (state) WHERE state IN ('planned', 'applying');
  CREATE INDEX ix_imports_created_by ON core.imports (created_by) WHERE created_by IS NOT NULL;
  CREATE INDEX ix_imports_applied_by ON core.imports (applied_by) WHERE applied_by IS NOT NULL;
  ${versioned('imports')}
  ${audited('imports', 'import')}
  GRANT SELECT, INSERT, UPDATE (state, applied_by) ON core.imports TO svc_core;

  CREATE TABLE core.import_rows (
    import_id uuid NOT NULL,
    line integer NOT NULL,
    action varchar(10) NOT NULL,
    outcome varchar(10),
    key text NOT NULL,
    target_id uuid,
    target_version integer,
    request jsonb NOT NULL,
    changes jsonb NOT NULL,
    errors jsonb NOT NULL,
    CONSTRAINT pk_import_rows PRIMARY KEY (import_id, line),
    CONSTRAINT fk_import_rows_import_id FOREIGN KEY (import_id)
      REFERENCES core.imports (id) ON DELETE CASCADE,
    CONSTRAINT ck_import_rows_action CHECK (action IN ('create', 'update', 'unchanged', 'error')),
    CONSTRAINT ck_import_rows_outcome CHECK (outcome IN ('applied', 'conflict'))
  );
  GRANT SELECT, INSERT, UPDATE (outcome, errors), DELETE ON core.import_rows TO svc_core;`;
