import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';
import { audited, versioned } from './baseline/audited.ts';

/**
 * Work that a vendor was asked to do for a ticket, by a link (decision 69).
 *
 * - `email`: to which the mails of the job go. `mail`: what became of the last one.
 * - `token_hash`: SHA-256 of the token, which is derived from the id and the generation. Another address is another
 *   generation.
 * - `linked_at`: when the present link was made. `ended_at`: when the job was declined, confirmed or withdrawn.
 */
const jobs = `
  CREATE TABLE core.vendor_jobs (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    vendor_id uuid NOT NULL,
    email varchar(254) NOT NULL,
    message varchar(1000),
    state varchar(10) NOT NULL DEFAULT 'sent',
    visit_at timestamptz(3),
    reason varchar(1000),
    note varchar(2000),
    sent_by uuid,
    mail varchar(10) NOT NULL DEFAULT 'waiting',
    generation smallint NOT NULL DEFAULT 1,
    token_hash bytea NOT NULL,
    linked_at timestamptz(3) NOT NULL DEFAULT now(),
    ended_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_vendor_jobs PRIMARY KEY (id),
    CONSTRAINT uq_vendor_jobs_token_hash UNIQUE (token_hash),
    CONSTRAINT fk_vendor_jobs_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_vendor_jobs_vendor_id FOREIGN KEY (vendor_id) REFERENCES core.vendors (id),
    CONSTRAINT fk_vendor_jobs_sent_by FOREIGN KEY (sent_by) REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_vendor_jobs_state CHECK (state IN ('sent', 'accepted', 'declined', 'done', 'confirmed', 'withdrawn')
      AND (ended_at IS NULL) = (state IN ('sent', 'accepted', 'done'))),
    CONSTRAINT ck_vendor_jobs_mail CHECK (mail IN ('waiting', 'sent', 'failed'))
  );
  CREATE INDEX ix_vendor_jobs_ticket_id ON core.vendor_jobs (ticket_id, id DESC);
  CREATE UNIQUE INDEX uq_vendor_jobs_under_way ON core.vendor_jobs (ticket_id)
    WHERE state IN ('sent', 'accepted', 'done');
  CREATE INDEX ix_vendor_jobs_waiting ON core.vendor_jobs (ticket_id) WHERE state IN ('declined', 'done');
  CREATE INDEX ix_vendor_jobs_vendor_id ON core.vendor_jobs (vendor_id);
  CREATE INDEX ix_vendor_jobs_sent_by ON core.vendor_jobs (sent_by) WHERE sent_by IS NOT NULL;
  ${versioned('vendor_jobs')}
  ${audited('vendor_jobs', 'vendor_job', { without: ['token_hash'] })}
  GRANT SELECT, INSERT, UPDATE ON core.vendor_jobs TO svc_core;
  GRANT SELECT (id, ticket_id, state, token_hash, linked_at, ended_at) ON core.vendor_jobs TO svc_attachments;
  GRANT SELECT (id, ticket_id, vendor_id, email, message, state, sent_by, generation, token_hash)
    ON core.vendor_jobs TO svc_notifications;
  GRANT REFERENCES (id) ON core.vendor_jobs TO attachments_owner, notifications_owner;`;

/** What a vendor asks for the work. A job has one that is open at most. */
const quotes = `
  CREATE TABLE core.vendor_quotes (
    id uuid NOT NULL DEFAULT uuidv7(),
    job_id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    amount numeric(12, 2) NOT NULL,
    description varchar(2000) NOT NULL,
    state varchar(10) NOT NULL DEFAULT 'open',
    note varchar(500),
    sent_by varchar(100) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_vendor_quotes PRIMARY KEY (id),
    CONSTRAINT fk_vendor_quotes_job_id FOREIGN KEY (job_id) REFERENCES core.vendor_jobs (id) ON DELETE CASCADE,
    CONSTRAINT ck_vendor_quotes_state CHECK (state IN ('open', 'approved', 'declined', 'replaced')),
    CONSTRAINT ck_vendor_quotes_amount CHECK (amount > 0)
  );
  CREATE INDEX ix_vendor_quotes_job_id ON core.vendor_quotes (job_id, id DESC);
  CREATE UNIQUE INDEX uq_vendor_quotes_open ON core.vendor_quotes (job_id) WHERE state = 'open';
  ${versioned('vendor_quotes')}
  ${audited('vendor_quotes', 'vendor_quote', { without: ['sent_by'] })}
  GRANT SELECT, INSERT, UPDATE (state, note) ON core.vendor_quotes TO svc_core;`;

/** Published to svc-attachments and svc-notifications, which call them in their own transactions. */
const functions = `
  -- A photo of a vendor: record_photo(), and that it is of this job. It locks the ticket, then the job, as whoever ends
  -- the job does. False, and nothing is written, where the job takes no photos.
  CREATE FUNCTION core.record_vendor_photo(photo_id uuid, of_job uuid, new_purpose text)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    of_ticket uuid;
  BEGIN
    SELECT j.ticket_id INTO of_ticket FROM core.vendor_jobs j WHERE j.id = of_job;
    PERFORM core.record_photo(photo_id, of_ticket, NULL, new_purpose, true);
    PERFORM FROM core.vendor_jobs j WHERE j.id = of_job AND j.state IN ('sent', 'accepted', 'done') FOR SHARE;
    IF NOT FOUND THEN
      DELETE FROM core.ticket_photos p WHERE p.id = photo_id;
      RETURN false;
    END IF;
    UPDATE core.ticket_photos p SET job_id = of_job WHERE p.id = photo_id;
    RETURN true;
  END $$;
  REVOKE EXECUTE ON FUNCTION core.record_vendor_photo FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION core.record_vendor_photo TO svc_attachments;

  -- What became of a mail to the present address of a job. A refusal is a line of the timeline, once for each address.
  CREATE FUNCTION core.record_vendor_mail(of_job uuid, of_generation integer, is_taken boolean)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DECLARE
    job record;
  BEGIN
    -- First, as whoever changes the job.
    PERFORM FROM core.tickets t JOIN core.vendor_jobs j ON j.ticket_id = t.id WHERE j.id = of_job FOR KEY SHARE OF t;
    SELECT j.ticket_id, t.location_id, j.mail, j.sent_by, j.email, v.name INTO job
    FROM core.vendor_jobs j JOIN core.tickets t ON t.id = j.ticket_id JOIN core.vendors v ON v.id = j.vendor_id
    WHERE j.id = of_job AND j.generation = of_generation FOR NO KEY UPDATE OF j;
    IF NOT FOUND OR job.mail = (CASE WHEN is_taken THEN 'sent' ELSE 'failed' END) THEN RETURN; END IF;
    UPDATE core.vendor_jobs j SET mail = CASE WHEN is_taken THEN 'sent' ELSE 'failed' END WHERE j.id = of_job;
    IF is_taken THEN RETURN; END IF;
    INSERT INTO core.ticket_events (ticket_id, location_id, kind, told_to, vendor)
    VALUES (job.ticket_id, job.location_id, 'vendor_mail_failed', array_remove(ARRAY[job.sent_by], NULL),
      jsonb_build_object('jobId', of_job, 'name', job.name, 'email', job.email));
  END $$;
  REVOKE EXECUTE ON FUNCTION core.record_vendor_mail FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION core.record_vendor_mail TO svc_notifications;`;

const events = [
  'paused',
  'resumed',
  'at_risk',
  'overdue',
  'escalated',
  'cost_added',
  'cost_changed',
  'cost_removed',
  'approval_needed',
  'approved',
  'declined',
  'waived',
  'checklist_started',
  'checklist_answered',
  'checklist_completed',
];
const vendorEvents = [
  'vendor_sent',
  'vendor_resent',
  'vendor_withdrawn',
  'vendor_accepted',
  'vendor_declined',
  'vendor_visit',
  'vendor_quoted',
  'quote_approved',
  'quote_declined',
  'vendor_done',
  'vendor_returned',
  'vendor_confirmed',
  'vendor_mail_failed',
];
const channels = ['app', 'api', 'qr', 'checklist'];

/** Without a look at the rows, which are checked by the next migration. */
const setWords = (table: string, column: string, words: readonly string[]): string => `
  ALTER TABLE core.${table}
    DROP CONSTRAINT ck_${table}_${column},
    ADD CONSTRAINT ck_${table}_${column} CHECK (${column} IN (${words.map((word) => `'${word}'`).join(', ')})) NOT VALID`;

const constraints = [
  ['ticket_comments', 'ck_ticket_comments_via'],
  ['ticket_comments', 'ck_ticket_comments_visibility'],
  ['ticket_events', 'ck_ticket_events_kind'],
  ['ticket_photos', 'fk_ticket_photos_job_id'],
  ['vendors', 'ck_vendors_language'],
] as const;

/** Vendors work by a link: jobs, quotes, and what is said and shown between the two sides. */
export class SendToVendors1766300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE core.vendors ADD COLUMN language varchar(2) NOT NULL DEFAULT 'en',
        ADD CONSTRAINT ck_vendors_language CHECK (language IN ('en', 'es')) NOT VALID;
      GRANT SELECT (id, name, language) ON core.vendors TO svc_notifications`);
    await runner.query(jobs);
    await runner.query(quotes);
    await runner.query(`
      ALTER TABLE core.ticket_photos ADD COLUMN job_id uuid, ADD CONSTRAINT fk_ticket_photos_job_id
        FOREIGN KEY (job_id) REFERENCES core.vendor_jobs (id) ON DELETE SET NULL NOT VALID;
      GRANT SELECT (id, job_id) ON core.ticket_photos TO svc_notifications`);
    await runner.query(`
      ALTER TABLE core.ticket_events ADD COLUMN vendor jsonb;
      GRANT SELECT (vendor) ON core.ticket_events TO svc_notifications`);
    // The name that somebody gave, and that of their company. Longer texts need no rewrite.
    await runner.query(`
      ALTER TABLE core.ticket_comments ALTER COLUMN author_name TYPE varchar(270);
      GRANT SELECT (visibility, via, ticket_id) ON core.ticket_comments TO svc_notifications`);
    await runner.query(setWords('ticket_comments', 'via', [...channels, 'vendor']));
    await runner.query(setWords('ticket_comments', 'visibility', ['team', 'reporter', 'vendor']));
    await runner.query(setWords('ticket_events', 'kind', [...events, ...vendorEvents]));
    await runner.query(functions);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION core.record_vendor_mail');
    await runner.query('DROP FUNCTION core.record_vendor_photo');
    await runner.query(`DELETE FROM core.ticket_events WHERE vendor IS NOT NULL`);
    await runner.query("DELETE FROM core.ticket_comments WHERE via = 'vendor' OR visibility = 'vendor'");
    await runner.query(setWords('ticket_events', 'kind', events));
    await runner.query(setWords('ticket_comments', 'visibility', ['team', 'reporter']));
    await runner.query(setWords('ticket_comments', 'via', channels));
    await runner.query(
      'REVOKE SELECT (visibility, via, ticket_id) ON core.ticket_comments FROM svc_notifications',
    );
    await runner.query('REVOKE SELECT (note) ON core.ticket_events FROM svc_notifications');
    await runner.query('ALTER TABLE core.ticket_comments ALTER COLUMN author_name TYPE varchar(100)');
    await runner.query('ALTER TABLE core.ticket_events DROP COLUMN vendor');
    await runner.query('REVOKE SELECT (id, job_id) ON core.ticket_photos FROM svc_notifications');
    await runner.query('ALTER TABLE core.ticket_photos DROP COLUMN job_id');
    await runner.query('DROP TABLE core.vendor_quotes');
    await runner.query('DROP TABLE core.vendor_jobs');
    await runner.query('REVOKE SELECT (id, name, language) ON core.vendors FROM svc_notifications');
    await runner.query('ALTER TABLE core.vendors DROP COLUMN language');
  }
}

/** Without the lock that adding a check takes. */
export class ValidateVendorWords1766300001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, constraint] of constraints)
      await runner.query(`ALTER TABLE core.${table} VALIDATE CONSTRAINT ${constraint}`);
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}

const photosOfJob = 'ON core.ticket_photos (job_id) WHERE job_id IS NOT NULL';

export class IndexVendorPhotos1766300002000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'ix_ticket_photos_job_id',
      definition: photosOfJob,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY core.ix_ticket_photos_job_id');
  }
}
