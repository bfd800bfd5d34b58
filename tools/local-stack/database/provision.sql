-- The database as the services expect it: one schema for each, owned by a role that only its migrations use, and a
-- run-time role with only the rights that a migration grants it. May run repeatedly, and must run again when a
-- service is added; it sets the passwords each time. Needs a superuser, or a role with CREATEROLE that may create in
-- this database. Its input is in settings of the session: mainstay.services, a JSON array of the services'
-- service.json, and the passwords, for example with psql:
--   psql -c "SET mainstay.services = '…'" -c "SET mainstay.password_svc_core = '…'" … -f provision.sql

DO $$
DECLARE
  services jsonb := current_setting('mainstay.services');
  is_superuser boolean := (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
  service record;
  role_name text;
BEGIN
  FOR service IN SELECT one ->> 'schema' AS schema FROM jsonb_array_elements(services) AS one LOOP
    FOREACH role_name IN ARRAY ARRAY[
      service.schema || '_owner', 'svc_' || service.schema,
      -- The owner's migrations publish to these roles: what other services may read, and what their
      -- tables may reference.
      service.schema || '_readers', service.schema || '_referrers'
    ] LOOP
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
        EXECUTE format('CREATE ROLE %I NOINHERIT', role_name);
      END IF;
      IF NOT is_superuser THEN
        -- Only a member of a role can create a schema owned by it.
        EXECUTE format('GRANT %I TO %I', role_name, current_user);
      END IF;
    END LOOP;
    FOREACH role_name IN ARRAY ARRAY[service.schema || '_owner', 'svc_' || service.schema] LOOP
      EXECUTE format(
        'ALTER ROLE %I LOGIN PASSWORD %L',
        role_name, current_setting('mainstay.password_' || role_name)
      );
      EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role_name);
    END LOOP;
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', service.schema, service.schema || '_owner');
  END LOOP;

  FOR service IN
    SELECT DISTINCT one ->> 'schema' AS schema, split_part(published, '.', 1) AS read_schema
    FROM jsonb_array_elements(services) AS one, jsonb_array_elements_text(one -> 'reads') AS published
  LOOP
    EXECUTE format(
      'GRANT %I TO %I WITH INHERIT TRUE, SET FALSE', service.read_schema || '_readers', 'svc_' || service.schema
    );
    EXECUTE format(
      'GRANT %I TO %I WITH INHERIT TRUE, SET FALSE', service.read_schema || '_referrers', service.schema || '_owner'
    );
  END LOOP;
END
$$;

-- For searches for parts of words.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
