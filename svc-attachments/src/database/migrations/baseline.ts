import type { Baseline } from '@mainstay/service-kit';

/**
 * Objects of the storage to be removed. Rows die by cascades from other schemas too, so triggers fill this outbox, in
 * the deleting transaction. What is added again while it is being removed is removed once more.
 */
const objectRemovals = `
  CREATE TABLE attachments.object_removals (
    object_key text NOT NULL,
    due_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_object_removals PRIMARY KEY (object_key)
  );
  CREATE INDEX ix_object_removals_due_at ON attachments.object_removals (due_at);
  GRANT SELECT, INSERT, UPDATE (due_at), DELETE ON attachments.object_removals TO svc_attachments;`;

/**
 * Puts the object of a deleted row into the outbox. SECURITY DEFINER: whoever deletes a ticket or a user in another
 * schema has no rights on the outbox.
 */
const removing = (table: string, name: string, key: string, condition = ''): string => `
  CREATE FUNCTION attachments.${name}() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO attachments.object_removals (object_key) VALUES (${key})
    ON CONFLICT (object_key) DO UPDATE SET due_at = now();
    RETURN NULL;
  END $$;
  CREATE TRIGGER tr_${table}_remove_object AFTER DELETE ON attachments.${table}
    FOR EACH ROW ${condition} EXECUTE FUNCTION attachments.${name}();`;

/**
 * Ticket attachments (specification, section 3). `comment_id`: the comment that it belongs to; null where it belongs to
 * the ticket alone. A comment is deleted only with its ticket, and its attachments with it.
 */
const attachments = `
  CREATE TABLE attachments.attachments (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    file_name varchar(255) NOT NULL,
    file_type varchar(100),
    file_size integer NOT NULL,
    object_path text NOT NULL,
    uploaded_by uuid,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    comment_id uuid,
    CONSTRAINT pk_attachments PRIMARY KEY (id),
    CONSTRAINT uq_attachments_object_path UNIQUE (object_path),
    CONSTRAINT fk_attachments_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_attachments_uploaded_by FOREIGN KEY (uploaded_by)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_attachments_comment_id FOREIGN KEY (comment_id)
      REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
    CONSTRAINT ck_attachments_file_size CHECK (file_size >= 0)
  );
  CREATE INDEX ix_attachments_ticket_id ON attachments.attachments (ticket_id, id DESC);
  CREATE INDEX ix_attachments_uploaded_by ON attachments.attachments (uploaded_by) WHERE uploaded_by IS NOT NULL;
  -- For the cascade from a comment.
  CREATE INDEX ix_attachments_comment_id ON attachments.attachments (comment_id) WHERE comment_id IS NOT NULL;
  CREATE TRIGGER tr_attachments_audit AFTER INSERT OR UPDATE OR DELETE ON attachments.attachments
    FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('attachment');
  ${removing('attachments', 'remove_attachment_object', "'attachments/' || OLD.id")}
  GRANT SELECT, INSERT, DELETE ON attachments.attachments TO svc_attachments;`;

/**
 * The uploads that were granted. A grant that was not recorded within a day is closed and its object removed, while the
 * row waits for the URL to expire: whatever still comes through that URL is removed then.
 */
const uploadGrants = `
  CREATE TABLE attachments.upload_grants (
    object_path text NOT NULL,
    granted_to uuid NOT NULL,
    granted_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3) NOT NULL,
    recorded_at timestamptz(3),
    closed_at timestamptz(3),
    CONSTRAINT pk_upload_grants PRIMARY KEY (object_path),
    CONSTRAINT fk_upload_grants_granted_to FOREIGN KEY (granted_to)
      REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_upload_grants_expires_at CHECK (expires_at > granted_at)
  );
  CREATE INDEX ix_upload_grants_open ON attachments.upload_grants (granted_to, granted_at) WHERE recorded_at IS NULL;
  CREATE INDEX ix_upload_grants_granted_to ON attachments.upload_grants (granted_to);
  CREATE INDEX ix_upload_grants_expires_at ON attachments.upload_grants (expires_at);
  CREATE INDEX ix_upload_grants_to_close ON attachments.upload_grants (granted_at)
    WHERE recorded_at IS NULL AND closed_at IS NULL;
  ${removing('upload_grants', 'remove_granted_object', 'OLD.object_path')}
  GRANT SELECT, INSERT, UPDATE (recorded_at, closed_at), DELETE ON attachments.upload_grants TO svc_attachments;`;

/**
 * The pictures among the attachments: those whose thumbnail is still to be made (`due_at`), those that have one
 * (`object_key`), and those that cannot have one (neither). The thumbnail's object goes with the attachment.
 */
const thumbnails = `
  CREATE TABLE attachments.thumbnails (
    attachment_id uuid NOT NULL,
    object_key text,
    attempts smallint NOT NULL DEFAULT 0,
    due_at timestamptz(3) DEFAULT now(),
    CONSTRAINT pk_thumbnails PRIMARY KEY (attachment_id),
    CONSTRAINT fk_thumbnails_attachment_id FOREIGN KEY (attachment_id)
      REFERENCES attachments.attachments (id) ON DELETE CASCADE,
    CONSTRAINT uq_thumbnails_object_key UNIQUE (object_key),
    CONSTRAINT ck_thumbnails_due_at CHECK (object_key IS NULL OR due_at IS NULL)
  );
  CREATE INDEX ix_thumbnails_due_at ON attachments.thumbnails (due_at) WHERE due_at IS NOT NULL;
  ${removing('thumbnails', 'remove_thumbnail_object', 'OLD.object_key', 'WHEN (OLD.object_key IS NOT NULL)')}
  GRANT SELECT, INSERT, UPDATE (object_key, attempts, due_at) ON attachments.thumbnails TO svc_attachments;`;

/**
 * The photos that somebody without an account adds to a report: uploads that were granted, with the key `uploads/<id>`,
 * and those that were recorded as attachments. A photo that was recorded counts among the five of its report for ever;
 * its `expires_at` becomes null when its URL no longer works and what came through it was removed.
 */
const reportPhotos = `
  CREATE TABLE attachments.report_photos (
    id uuid NOT NULL DEFAULT uuidv7(),
    report_id uuid NOT NULL,
    granted_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    closed_at timestamptz(3),
    recorded_at timestamptz(3),
    CONSTRAINT pk_report_photos PRIMARY KEY (id),
    CONSTRAINT fk_report_photos_report_id FOREIGN KEY (report_id)
      REFERENCES core.intake_reports (id) ON DELETE CASCADE,
    CONSTRAINT ck_report_photos_expires_at
      CHECK (expires_at > granted_at AND (expires_at IS NOT NULL OR recorded_at IS NOT NULL)),
    CONSTRAINT ck_report_photos_closed_at CHECK (closed_at IS NULL OR recorded_at IS NULL)
  );
  CREATE INDEX ix_report_photos_report_id ON attachments.report_photos (report_id, granted_at);
  CREATE INDEX ix_report_photos_expires_at ON attachments.report_photos (expires_at) WHERE expires_at IS NOT NULL;
  ${removing('report_photos', 'remove_uploaded_photo', "'uploads/' || OLD.id")}
  GRANT SELECT, INSERT, UPDATE (expires_at, closed_at, recorded_at), DELETE
    ON attachments.report_photos TO svc_attachments;`;

const idempotencyKeys = `
  CREATE TABLE attachments.idempotency_keys (
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key varchar(255) NOT NULL,
    body_hash char(64) NOT NULL,
    answer jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
  );
  CREATE INDEX ix_idempotency_keys_created_at ON attachments.idempotency_keys (created_at);
  GRANT SELECT, INSERT, UPDATE, DELETE ON attachments.idempotency_keys TO svc_attachments;`;

export const baseline: Baseline = {
  release: '888570047f3e',
  name: 'MendPhotos1765100000000',
  statements: [
    'GRANT USAGE ON SCHEMA attachments TO svc_attachments',
    objectRemovals,
    attachments,
    uploadGrants,
    thumbnails,
    reportPhotos,
    idempotencyKeys,
  ],
};
