import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';

/**
 * Comments on tickets, whom they mention, and who watches a ticket; and what other services may know of comments.
 * A removed comment stays as a row without its text, which then stands in the audit trail alone.
 */
export class CreateConversations1763701107000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      )`);
    await runner.query('CREATE INDEX ix_ticket_comments_ticket_id ON core.ticket_comments (ticket_id, id)');
    // The number of comments of each ticket of a list.
    await runner.query(
      'CREATE INDEX ix_ticket_comments_counted ON core.ticket_comments (ticket_id) WHERE removed_at IS NULL',
    );
    await runner.query(
      `CREATE INDEX ix_ticket_comments_author_id ON core.ticket_comments (author_id)
       WHERE author_id IS NOT NULL`,
    );
    await runner.query(`
      CREATE TRIGGER tr_ticket_comments_version BEFORE UPDATE ON core.ticket_comments
      FOR EACH ROW EXECUTE FUNCTION auth.count_version()`);
    await runner.query(`
      CREATE TRIGGER tr_ticket_comments_audit AFTER INSERT OR UPDATE OR DELETE ON core.ticket_comments
      FOR EACH ROW EXECUTE FUNCTION auth.write_audit_entry('ticket_comment')`);

    await runner.query(`
      CREATE TABLE core.comment_mentions (
        comment_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT pk_comment_mentions PRIMARY KEY (comment_id, user_id),
        CONSTRAINT fk_comment_mentions_comment_id FOREIGN KEY (comment_id)
          REFERENCES core.ticket_comments (id) ON DELETE CASCADE,
        CONSTRAINT fk_comment_mentions_user_id FOREIGN KEY (user_id)
          REFERENCES auth.users (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX ix_comment_mentions_user_id ON core.comment_mentions (user_id)');

    await runner.query(`
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
      )`);
    await runner.query('CREATE INDEX ix_ticket_watchers_user_id ON core.ticket_watchers (user_id)');

    await runner.query('GRANT SELECT, INSERT ON core.ticket_comments TO svc_core');
    await runner.query('GRANT UPDATE (body, edited_at, removed_at) ON core.ticket_comments TO svc_core');
    await runner.query('GRANT SELECT, INSERT, DELETE ON core.comment_mentions TO svc_core');
    await runner.query('GRANT SELECT, INSERT, UPDATE (muted), DELETE ON core.ticket_watchers TO svc_core');

    await runner.query('GRANT REFERENCES (id) ON core.ticket_comments TO core_referrers');
    await runner.query(
      'GRANT SELECT (id, ticket_id, author_id, removed_at) ON core.ticket_comments TO core_readers',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.ticket_watchers');
    await runner.query('DROP TABLE core.comment_mentions');
    await runner.query('DROP TABLE core.ticket_comments');
  }
}
