import type { Baseline } from '@mainstay/service-kit';

/** Users (specification, section 3). The password hash stays private: it is not among the granted columns. */
const users = `
  CREATE TABLE auth.users (
    id uuid NOT NULL DEFAULT uuidv7(),
    email varchar(254) NOT NULL,
    password_hash text NOT NULL,
    first_name varchar(100) NOT NULL,
    last_name varchar(100) NOT NULL,
    profile_image_url text,
    role varchar(50) NOT NULL DEFAULT 'district_manager',
    active boolean NOT NULL DEFAULT true,
    session_epoch integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_users PRIMARY KEY (id),
    CONSTRAINT uq_users_email UNIQUE (email),
    CONSTRAINT ck_users_email CHECK (email = lower(email)),
    CONSTRAINT ck_users_role CHECK (role IN ('admin', 'district_manager'))
  );
  CREATE TRIGGER tr_users_version BEFORE UPDATE ON auth.users
    FOR EACH ROW EXECUTE FUNCTION auth.count_version();
  CREATE TRIGGER tr_users_audit AFTER INSERT OR UPDATE OR DELETE ON auth.users
    FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('user', 'password_hash');

  GRANT SELECT, INSERT, UPDATE ON auth.users TO svc_auth;
  GRANT REFERENCES (id) ON auth.users TO core_owner, attachments_owner, auth_referrers;
  GRANT SELECT (id, email, first_name, last_name, profile_image_url, role, active, session_epoch, created_at, updated_at)
    ON auth.users TO svc_core, svc_attachments, auth_readers;`;

/** Personal access tokens, of which only a hash is kept, and idempotency keys. */
const tokens = `
  CREATE TABLE auth.tokens (
    id uuid NOT NULL DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    name varchar(100) NOT NULL,
    token_hash char(64) NOT NULL,
    read_only boolean NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    CONSTRAINT pk_tokens PRIMARY KEY (id),
    CONSTRAINT uq_tokens_token_hash UNIQUE (token_hash),
    CONSTRAINT fk_tokens_user_id FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_tokens_user_id ON auth.tokens (user_id, created_at DESC, id DESC);
  CREATE TRIGGER tr_tokens_audit AFTER INSERT OR UPDATE OR DELETE ON auth.tokens
    FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('token', 'token_hash');
  GRANT SELECT, INSERT, UPDATE (revoked_at) ON auth.tokens TO svc_auth;
  GRANT SELECT (user_id, token_hash, read_only, expires_at, revoked_at)
    ON auth.tokens TO svc_core, svc_attachments, auth_readers;

  CREATE TABLE auth.idempotency_keys (
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key varchar(255) NOT NULL,
    body_hash char(64) NOT NULL,
    answer jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
  );
  CREATE INDEX ix_idempotency_keys_created_at ON auth.idempotency_keys (created_at);
  GRANT SELECT, INSERT, UPDATE, DELETE ON auth.idempotency_keys TO svc_auth;`;

/** The ticket that an entry is about: its own, or the one that its row names. */
const ticketOf = (alias = ''): string =>
  `CASE WHEN ${alias}entity = 'ticket' THEN ${alias}entity_id ` +
  `ELSE (coalesce(${alias}after, ${alias}before) ->> 'ticket_id')::uuid END`;

/**
 * The audit trail of all services: who changed which row when, what it was before and after, in the transaction of the
 * change. A trigger writes it, so no code path can forget. It has the contents of all tables: svc-core reads it for
 * GET /api/audit, and nobody else; nobody writes it but the trigger function.
 *
 * - `xid`: the transaction that wrote the entry, for the change feed (decision 35): an id or a time says when a change
 *   began, and a reader that follows one of them misses what commits later.
 * - `version`: the one of the row after the change, as in its ETag. Null after a deletion and for rows without one.
 * - `via`: how the change came, `app`, `api` or `qr`. Null for background work.
 */
const auditTrail = `
  CREATE TABLE auth.audit_entries (
    id uuid NOT NULL DEFAULT uuidv7(),
    occurred_at timestamptz(3) NOT NULL DEFAULT now(),
    actor_id uuid,
    request_id varchar(64),
    action varchar(10) NOT NULL,
    entity varchar(50) NOT NULL,
    entity_id uuid NOT NULL,
    before jsonb,
    after jsonb,
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    version integer,
    via text,
    CONSTRAINT pk_audit_entries PRIMARY KEY (id),
    CONSTRAINT ck_audit_entries_action CHECK (action IN ('create', 'update', 'delete'))
  );
  CREATE INDEX ix_audit_entries_occurred_at ON auth.audit_entries (occurred_at DESC, id DESC);
  CREATE INDEX ix_audit_entries_entity ON auth.audit_entries (entity, entity_id, occurred_at DESC, id DESC);
  CREATE INDEX ix_audit_entries_actor_id ON auth.audit_entries (actor_id, occurred_at DESC, id DESC);
  -- The order in which the change feed is read (service-kit, change-feed.ts).
  CREATE INDEX ix_audit_entries_xid ON auth.audit_entries (xid, id);
  -- All entries about one ticket. A query uses it with the same expression and condition.
  CREATE INDEX ix_audit_entries_ticket ON auth.audit_entries ((${ticketOf()}), id)
    WHERE entity IN ('ticket', 'ticket_comment', 'attachment');
  GRANT SELECT ON auth.audit_entries TO svc_core;
  REVOKE UPDATE, DELETE, TRUNCATE ON auth.audit_entries FROM auth_owner;

  -- Arguments: the entity's name, then the columns that stay out of the trail. It writes with the rights of its owner,
  -- so that whoever changes a row needs none on the trail. Its search path is fixed, or a caller could replace
  -- PostgreSQL's functions. Only owners of audited tables may make triggers of it: with a temporary table a service
  -- could write any entry.
  CREATE FUNCTION auth.write_audit_entry() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    hidden text[] := coalesce(TG_ARGV[1:]::text[], '{}') || 'version'::text;
    written jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) - hidden END;
    new_row jsonb := written - hidden;
  BEGIN
    INSERT INTO auth.audit_entries
      (actor_id, request_id, action, entity, entity_id, before, after, version, via)
    VALUES (
      nullif(current_setting('mainstay.actor_id', true), '')::uuid,
      nullif(current_setting('mainstay.request_id', true), ''),
      CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
      TG_ARGV[0],
      (coalesce(new_row, old_row) ->> 'id')::uuid,
      old_row,
      new_row,
      (written ->> 'version')::integer,
      nullif(current_setting('mainstay.via', true), '')
    );
    RETURN NULL;
  END $$;
  REVOKE EXECUTE ON FUNCTION auth.write_audit_entry() FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION auth.write_audit_entry() TO auth_referrers;

  -- For ETag and If-Match.
  CREATE FUNCTION auth.count_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END $$;`;

/**
 * The location of the ticket that an entry's row names, when the entry was written: where the ticket's last entry
 * before it left the ticket. Ids are given when an entry is written, so they are in the order of the changes of one
 * row.
 */
const locationOfTicket = `
  (SELECT (coalesce(t.after, t.before) ->> 'location_id')::uuid FROM auth.audit_entries t
   WHERE t.entity = 'ticket' AND t.id < e.id
     AND (${ticketOf('t.')}) = (coalesce(e.after, e.before) ->> 'ticket_id')::uuid
   ORDER BY t.id DESC LIMIT 1)`;

const locationIn = (row: 'e.before' | 'e.after'): string => `
  CASE
    WHEN ${row} IS NULL THEN NULL
    WHEN e.entity = 'location' THEN e.entity_id
    WHEN ${row} ? 'location_id' THEN (${row} ->> 'location_id')::uuid
    WHEN ${row} ? 'ticket_id' THEN ${locationOfTicket}
  END`;

/**
 * The audit trail without contents, for whoever has to know that something changed. Contents are read from the rows
 * themselves, under the grants of their columns.
 *
 * - `fields`: the fields whose value differs, by their names in the API. No value and null are the same, so a creation
 *   names the fields that were given, and a deletion those that the row had.
 * - `location_before`, `location_after`: the location of the row. For rows that have only a ticket (comments,
 *   attachments) it is the ticket's location at that moment; a move of the ticket is a change of the ticket. Null
 *   before a creation and after a deletion; for what has no location, such as users and tokens; and for rows of a
 *   ticket of which the trail has nothing.
 * - `ticket_id`: the ticket itself, or the one that the row names. Null for all others.
 * - `assignee_before`, `assignee_after`: for tickets, tasks and recurring tasks. Null where nobody is assigned.
 */
const changes = `
  CREATE VIEW auth.changes AS
  SELECT e.xid, e.id, e.occurred_at, e.actor_id, e.request_id, e.action, e.entity, e.entity_id,
    ARRAY(
      SELECT lower(left(k.name, 1)) || substr(replace(initcap(k.name), '_', ''), 2)
      FROM jsonb_object_keys(coalesce(e.after, e.before)) AS k (name)
      WHERE e.before ->> k.name IS DISTINCT FROM e.after ->> k.name
      ORDER BY k.name
    ) AS fields,
    ${locationIn('e.before')} AS location_before,
    ${locationIn('e.after')} AS location_after,
    ${ticketOf('e.')} AS ticket_id,
    (e.before ->> 'assigned_to')::uuid AS assignee_before,
    (e.after ->> 'assigned_to')::uuid AS assignee_after,
    e.version
  FROM auth.audit_entries e;
  GRANT SELECT ON auth.changes TO auth_readers, svc_auth;`;

/**
 * Readers and referrers are roles that provisioning gives to a service whose service.json reads a table of auth, and to
 * its owner (decision 20).
 */
const access = `
  GRANT USAGE ON SCHEMA auth
    TO svc_auth, core_owner, attachments_owner, svc_core, svc_attachments, auth_readers, auth_referrers;`;

export const baseline: Baseline = {
  release: '888570047f3e',
  name: 'RecordWays1764300000000',
  statements: [access, auditTrail, changes, users, tokens],
};
