-- The database as the services expect it: one schema for each, owned by a role that only its migrations use, and a
-- run-time role that can do nothing but what a migration grants it. May run again and again; sets the passwords anew.
-- Needs a superuser, or a role with CREATEROLE that may create in this database.
-- The passwords come as settings of the session, for example with psql:
--   psql -c "SET mainstay.password_svc_core = '…'" … -f provision.sql

DO $$
DECLARE
  role_name text;
  is_superuser boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
BEGIN
  FOREACH role_name IN ARRAY ARRAY[
    'auth_owner', 'core_owner', 'attachments_owner', 'svc_auth', 'svc_core', 'svc_attachments'
  ] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOINHERIT', role_name);
    END IF;
    EXECUTE format(
      'ALTER ROLE %I LOGIN PASSWORD %L',
      role_name, current_setting('mainstay.password_' || role_name)
    );
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role_name);
    IF NOT is_superuser THEN
      -- Only who may act as a role can give it a schema.
      EXECUTE format('GRANT %I TO %I', role_name, current_user);
    END IF;
  END LOOP;
END
$$;

CREATE SCHEMA IF NOT EXISTS auth AUTHORIZATION auth_owner;
CREATE SCHEMA IF NOT EXISTS core AUTHORIZATION core_owner;
CREATE SCHEMA IF NOT EXISTS attachments AUTHORIZATION attachments_owner;

-- For the searches by part of a word.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
