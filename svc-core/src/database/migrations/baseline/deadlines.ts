import { audited, versioned } from './audited.ts';

/** By which deadlines of tickets are computed. */
const responseTargets = `
  CREATE TABLE core.response_targets (
    id uuid NOT NULL DEFAULT uuidv7(),
    priority varchar(20) NOT NULL,
    respond_minutes integer,
    resolve_minutes integer,
    clock varchar(20) NOT NULL,
    at_risk_percent smallint NOT NULL DEFAULT 75,
    escalate_after_minutes integer NOT NULL DEFAULT 120,
    escalate_to uuid[] NOT NULL DEFAULT '{}',
    active boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_response_targets PRIMARY KEY (id),
    CONSTRAINT uq_response_targets_priority UNIQUE (priority),
    CONSTRAINT ck_response_targets_priority CHECK (priority IN ('low', 'medium', 'high')),
    CONSTRAINT ck_response_targets_clock CHECK (clock IN ('always', 'store_hours')),
    CONSTRAINT ck_response_targets_minutes CHECK (resolve_minutes >= respond_minutes AND respond_minutes > 0)
  );
  INSERT INTO core.response_targets (priority, respond_minutes, resolve_minutes, clock) VALUES
    ('high', 15, 4 * 60, 'always'),
    ('medium', 2 * 60, 24 * 60, 'store_hours'),
    ('low', 8 * 60, 60 * 60, 'store_hours');
  ${versioned('response_targets')}
  ${audited('response_targets', 'response_target', { on: 'UPDATE' })}
  GRANT SELECT, UPDATE ON core.response_targets TO svc_core;`;

/** The times that do not count. */
const stops = `
  CREATE TABLE core.ticket_stops (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    reason varchar(20) NOT NULL,
    note varchar(500),
    since timestamptz(3) NOT NULL DEFAULT now(),
    until timestamptz(3),
    ended_at timestamptz(3),
    CONSTRAINT pk_ticket_stops PRIMARY KEY (id),
    CONSTRAINT fk_ticket_stops_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT ck_ticket_stops_reason CHECK (reason IN
      ('waiting_vendor', 'waiting_parts', 'waiting_approval', 'store_closed', 'other', 'solved'))
  );
  CREATE INDEX ix_ticket_stops_ticket_id ON core.ticket_stops (ticket_id);
  CREATE UNIQUE INDEX uq_ticket_stops_open ON core.ticket_stops (ticket_id) WHERE ended_at IS NULL;
  GRANT SELECT, INSERT, UPDATE ON core.ticket_stops TO svc_core;`;

/** Computed, in a table of their own: they do not change the version of a ticket. */
const ticketDeadlines = `
  CREATE TABLE core.ticket_deadlines (
    ticket_id uuid NOT NULL,
    is_paused boolean NOT NULL,
    respond_due_at timestamptz(3),
    resolve_due_at timestamptz(3),
    due_at timestamptz(3),
    at_risk_at timestamptz(3),
    passed smallint NOT NULL,
    next_at timestamptz(3),
    CONSTRAINT pk_ticket_deadlines PRIMARY KEY (ticket_id),
    CONSTRAINT fk_ticket_deadlines_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_ticket_deadlines_next_at ON core.ticket_deadlines (next_at) WHERE next_at IS NOT NULL;
  CREATE INDEX ix_ticket_deadlines_due_at ON core.ticket_deadlines (due_at) WHERE due_at IS NOT NULL;
  GRANT SELECT, INSERT, UPDATE ON core.ticket_deadlines TO svc_core;

  CREATE TABLE core.deadline_requests (
    id uuid NOT NULL DEFAULT uuidv7(),
    location_id uuid,
    priority varchar(20),
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    CONSTRAINT pk_deadline_requests PRIMARY KEY (id)
  );
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.deadline_requests TO svc_core;`;

/** What happened to a ticket's deadlines and costs. */
const events = `
  CREATE TABLE core.ticket_events (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    location_id uuid NOT NULL,
    kind varchar(20) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    actor_id uuid,
    due_at timestamptz(3),
    reason varchar(20),
    note varchar(500),
    until timestamptz(3),
    told_to uuid[],
    cost_kind varchar(20),
    amount numeric(12, 2),
    CONSTRAINT pk_ticket_events PRIMARY KEY (id),
    CONSTRAINT fk_ticket_events_ticket_id FOREIGN KEY (ticket_id) REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT ck_ticket_events_kind CHECK (kind IN ('paused', 'resumed', 'at_risk', 'overdue', 'escalated',
      'cost_added', 'cost_changed', 'cost_removed', 'approval_needed', 'approved', 'declined'))
  );
  CREATE INDEX ix_ticket_events_ticket_id ON core.ticket_events (ticket_id, id);
  -- A mark is recorded once for each due date.
  CREATE UNIQUE INDEX uq_ticket_events_mark ON core.ticket_events (ticket_id, kind, due_at) WHERE due_at IS NOT NULL;
  ${audited('ticket_events', 'ticket_event', { on: 'INSERT' })}
  GRANT SELECT, INSERT ON core.ticket_events TO svc_core;
  GRANT SELECT (id, ticket_id, location_id, kind, created_at, due_at, told_to)
    ON core.ticket_events TO svc_notifications;`;

export const deadlines = [responseTargets, stops, ticketDeadlines, events];
