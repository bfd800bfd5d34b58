import { audited, versioned } from './audited.ts';

/**
 * A removed comment stays as a row without its text, which then stands in the audit trail alone. The name of somebody
 * without an account is erased later, so the audit trail does not have it.
 */
const ticketComments = `
  CREATE TABLE core.ticket_comments (
    id uuid NOT NULL DEFAULT uuidv7(),
    ticket_id uuid NOT NULL,
    author_id uuid,
    author_name varchar(100),
    body text,
    visibility varchar(10) NOT NULL DEFAULT 'team',
    via varchar(10) NOT NULL DEFAULT 'app',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    edited_at timestamptz(3),
    removed_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_ticket_comments PRIMARY KEY (id),
    CONSTRAINT fk_ticket_comments_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_ticket_comments_author_id FOREIGN KEY (author_id)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_ticket_comments_body CHECK (char_length(body) BETWEEN 1 AND 4000),
    CONSTRAINT ck_ticket_comments_removed_at CHECK ((removed_at IS NULL) = (body IS NOT NULL)),
    CONSTRAINT ck_ticket_comments_visibility CHECK (visibility IN ('team', 'reporter')),
    CONSTRAINT ck_ticket_comments_via CHECK (via IN ('app', 'api', 'qr'))
  );
  CREATE INDEX ix_ticket_comments_ticket_id ON core.ticket_comments (ticket_id, id);
  -- The number of comments of each ticket of a list.
  CREATE INDEX ix_ticket_comments_counted ON core.ticket_comments (ticket_id) WHERE removed_at IS NULL;
  CREATE INDEX ix_ticket_comments_author_id ON core.ticket_comments (author_id) WHERE author_id IS NOT NULL;
  ${versioned('ticket_comments')}
  ${audited('ticket_comments', 'ticket_comment', { without: ['author_name'] })}
  GRANT SELECT, INSERT, UPDATE (author_name, body, edited_at, removed_at) ON core.ticket_comments TO svc_core;
  GRANT SELECT (id, ticket_id, author_id, removed_at) ON core.ticket_comments TO svc_attachments;
  GRANT SELECT (id, author_name, body, removed_at) ON core.ticket_comments TO svc_notifications;
  GRANT REFERENCES (id) ON core.ticket_comments TO core_referrers;

  CREATE TABLE core.comment_mentions (
    comment_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT pk_comment_mentions PRIMARY KEY (comment_id, user_id),
    CONSTRAINT fk_comment_mentions_comment_id FOREIGN KEY (comment_id)
      REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
    CONSTRAINT fk_comment_mentions_user_id FOREIGN KEY (user_id)
      REFERENCES auth.users (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_comment_mentions_user_id ON core.comment_mentions (user_id);
  GRANT SELECT, INSERT, DELETE ON core.comment_mentions TO svc_core;
  GRANT SELECT (comment_id, user_id) ON core.comment_mentions TO svc_notifications;`;

const watchers = `
  CREATE TABLE core.ticket_watchers (
    ticket_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason varchar(10) NOT NULL,
    muted boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_ticket_watchers PRIMARY KEY (ticket_id, user_id),
    CONSTRAINT fk_ticket_watchers_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_ticket_watchers_user_id FOREIGN KEY (user_id)
      REFERENCES auth.users (id) ON DELETE CASCADE,
    CONSTRAINT ck_ticket_watchers_reason
      CHECK (reason IN ('manual', 'created', 'assigned', 'commented', 'mentioned'))
  );
  CREATE INDEX ix_ticket_watchers_user_id ON core.ticket_watchers (user_id);
  GRANT SELECT, INSERT, UPDATE (muted), DELETE ON core.ticket_watchers TO svc_core;
  GRANT SELECT (ticket_id, user_id, muted) ON core.ticket_watchers TO svc_notifications;`;

export const comments = [ticketComments, watchers];
