import type { Baseline } from '@mainstay/service-kit';

/** One row: how far the change feed has been read. */
const feedPosition = `
  CREATE TABLE notifications.feed_position (
    id boolean NOT NULL DEFAULT true,
    cursor text,
    CONSTRAINT pk_feed_position PRIMARY KEY (id),
    CONSTRAINT ck_feed_position_single CHECK (id)
  );
  INSERT INTO notifications.feed_position DEFAULT VALUES;
  GRANT SELECT, UPDATE (cursor) ON notifications.feed_position TO svc_notifications;`;

/**
 * Whom something is said, and by which way. An item is about a ticket, or about a QR code. Tickets and comments are
 * referred to without a constraint, so that their deletion depends on nothing here. Times of rows in lists have
 * milliseconds, as in JSON, so that a cursor made from a response finds its row again.
 */
const inboxItems = `
  -- event_id: the entry of the audit trail. in_app: whether the inbox shows it, or only a mail.
  CREATE TABLE notifications.inbox_items (
    id uuid NOT NULL DEFAULT uuidv7(),
    user_id uuid NOT NULL,
    event_id uuid NOT NULL,
    kind varchar(20) NOT NULL,
    in_app boolean NOT NULL,
    actor_id uuid,
    ticket_id uuid,
    comment_id uuid,
    created_at timestamptz(3) NOT NULL,
    read_at timestamptz(3),
    code_id uuid,
    due_at timestamptz(3),
    CONSTRAINT pk_inbox_items PRIMARY KEY (id),
    CONSTRAINT uq_inbox_items_user_event UNIQUE (user_id, event_id),
    CONSTRAINT fk_inbox_items_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_inbox_items_subject CHECK ((ticket_id IS NULL) <> (code_id IS NULL))
  );
  -- Not validated, as in the systems that were upgraded.
  ALTER TABLE notifications.inbox_items ADD CONSTRAINT ck_inbox_items_kind CHECK (kind IN (
    'assigned', 'mentioned', 'reported', 'commented', 'status_changed', 'at_risk', 'overdue', 'escalated',
    'approval_needed', 'approval_decided')) NOT VALID;
  -- A comment that is edited mentions nobody twice.
  CREATE UNIQUE INDEX uq_inbox_items_mention ON notifications.inbox_items (comment_id, user_id)
    WHERE kind = 'mentioned';
  -- Old items are deleted.
  CREATE INDEX ix_inbox_items_created_at ON notifications.inbox_items (created_at);
  CREATE INDEX ix_inbox_items_user ON notifications.inbox_items (user_id, created_at DESC, id DESC) WHERE in_app;
  CREATE INDEX ix_inbox_items_unread ON notifications.inbox_items (user_id) WHERE in_app AND read_at IS NULL;
  GRANT SELECT, INSERT, UPDATE, DELETE ON notifications.inbox_items TO svc_notifications;`;

const settings = `
  -- Only of users who have saved their settings; the defaults are in the code.
  CREATE TABLE notifications.preferences (
    user_id uuid NOT NULL,
    kind varchar(20) NOT NULL,
    in_app boolean NOT NULL,
    email varchar(6) NOT NULL,
    CONSTRAINT pk_preferences PRIMARY KEY (user_id, kind),
    CONSTRAINT fk_preferences_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_preferences_email CHECK (email IN ('off', 'now', 'digest'))
  );
  -- zone_is_chosen: a row that was written to turn off mail has a zone too.
  CREATE TABLE notifications.settings (
    user_id uuid NOT NULL,
    quiet_from time(0),
    quiet_until time(0),
    digest_time time(0) NOT NULL DEFAULT '07:00',
    time_zone varchar(64) NOT NULL,
    paused_until timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    zone_is_chosen boolean NOT NULL DEFAULT true,
    CONSTRAINT pk_settings PRIMARY KEY (user_id),
    CONSTRAINT fk_settings_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_settings_quiet CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
  );
  CREATE TRIGGER tr_settings_version BEFORE UPDATE ON notifications.settings
    FOR EACH ROW EXECUTE FUNCTION auth.count_version();
  GRANT SELECT, INSERT, UPDATE, DELETE ON notifications.preferences, notifications.settings TO svc_notifications;

  -- Of users who have chosen none.
  CREATE TABLE notifications.browser_zones (
    user_id uuid NOT NULL,
    time_zone varchar(64) NOT NULL,
    CONSTRAINT pk_browser_zones PRIMARY KEY (user_id),
    CONSTRAINT fk_browser_zones_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE
  );
  GRANT SELECT, INSERT, UPDATE ON notifications.browser_zones TO svc_notifications;`;

/**
 * Mails to be sent. `key`: one mail of one purpose, for example the digest of a user and a day. `lease_until`: a sender
 * has it, or had it and the outcome is unknown; then it takes no further items. `retry_at`: after an attempt that
 * failed.
 */
const deliveries = `
  CREATE TABLE notifications.deliveries (
    id uuid NOT NULL DEFAULT uuidv7(),
    key varchar(200) NOT NULL,
    user_id uuid NOT NULL,
    form varchar(10) NOT NULL,
    ticket_id uuid,
    state varchar(10) NOT NULL DEFAULT 'waiting',
    due_at timestamptz NOT NULL,
    lease_until timestamptz,
    retry_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    last_error varchar(500),
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    CONSTRAINT pk_deliveries PRIMARY KEY (id),
    CONSTRAINT uq_deliveries_key UNIQUE (key),
    CONSTRAINT fk_deliveries_user FOREIGN KEY (user_id) REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_deliveries_form CHECK (form IN ('ticket', 'digest', 'test')),
    CONSTRAINT ck_deliveries_state CHECK (state IN ('waiting', 'sent', 'dropped', 'failed')),
    CONSTRAINT ck_deliveries_attempts CHECK (attempts BETWEEN 0 AND 8),
    CONSTRAINT ck_deliveries_ended CHECK ((state = 'waiting') = (ended_at IS NULL))
  );
  CREATE INDEX ix_deliveries_due ON notifications.deliveries (due_at) WHERE state = 'waiting';
  CREATE INDEX ix_deliveries_user ON notifications.deliveries (user_id, ticket_id);
  CREATE INDEX ix_deliveries_ended_at ON notifications.deliveries (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE notifications.delivery_items (
    delivery_id uuid NOT NULL,
    item_id uuid NOT NULL,
    CONSTRAINT pk_delivery_items PRIMARY KEY (delivery_id, item_id),
    CONSTRAINT fk_delivery_items_delivery FOREIGN KEY (delivery_id)
      REFERENCES notifications.deliveries (id) ON DELETE CASCADE,
    CONSTRAINT fk_delivery_items_item FOREIGN KEY (item_id)
      REFERENCES notifications.inbox_items (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_delivery_items_item ON notifications.delivery_items (item_id);
  GRANT SELECT, INSERT, UPDATE, DELETE ON notifications.deliveries, notifications.delivery_items TO svc_notifications;`;

const idempotencyKeys = `
  CREATE TABLE notifications.idempotency_keys (
    user_id uuid NOT NULL,
    operation text NOT NULL,
    key varchar(255) NOT NULL,
    body_hash char(64) NOT NULL,
    answer jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (user_id, operation, key)
  );
  CREATE INDEX ix_idempotency_keys_created_at ON notifications.idempotency_keys (created_at);
  GRANT SELECT, INSERT, UPDATE, DELETE ON notifications.idempotency_keys TO svc_notifications;`;

export const baseline: Baseline = {
  release: '888570047f3e',
  name: 'TellOfApprovals1765600000000',
  statements: [
    'GRANT USAGE ON SCHEMA notifications TO svc_notifications',
    feedPosition,
    inboxItems,
    settings,
    deliveries,
    idempotencyKeys,
  ],
};
