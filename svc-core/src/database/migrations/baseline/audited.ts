/** A row counts its versions, for ETag and If-Match. */
export const versioned = (table: string): string => `
  CREATE TRIGGER tr_${table}_version BEFORE UPDATE ON core.${table}
    FOR EACH ROW EXECUTE FUNCTION auth.count_version();`;

/** Changes of a row go into the audit trail, under the name `entity` and without some columns. */
export function audited(
  table: string,
  entity: string,
  { without = [], on = 'INSERT OR UPDATE OR DELETE' }: { without?: string[]; on?: string } = {},
): string {
  const names = [entity, ...without].map((name) => `'${name}'`).join(', ');
  return `
  CREATE TRIGGER tr_${table}_audit AFTER ${on} ON core.${table}
    FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry(${names});`;
}

/**
 * Rows that are hidden at once, by their `removed_at`, and whose other rows follow in batches in the background
 * (removals/removals.ts). Who asked is kept for the audit entries of the batches.
 */
export const removals = (entity: string, table: string): string => `
  CREATE TABLE core.${entity}_removals (
    ${entity}_id uuid NOT NULL,
    requested_at timestamptz(3) NOT NULL DEFAULT now(),
    requested_by uuid,
    request_id varchar(64),
    CONSTRAINT pk_${entity}_removals PRIMARY KEY (${entity}_id),
    CONSTRAINT fk_${entity}_removals_${entity}_id FOREIGN KEY (${entity}_id)
      REFERENCES core.${table} (id) ON DELETE CASCADE
  );
  GRANT SELECT, INSERT, UPDATE (requested_at) ON core.${entity}_removals TO svc_core;`;
