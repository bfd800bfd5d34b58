import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';
import { audited, versioned } from './baseline/audited.ts';

/** What to check in a store. `steps` is an array of objects with the members of the API. */
const checklists = `
  CREATE TABLE core.checklists (
    id uuid NOT NULL DEFAULT uuidv7(),
    name varchar(120) NOT NULL,
    steps jsonb NOT NULL,
    active boolean NOT NULL DEFAULT true,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_checklists PRIMARY KEY (id)
  );
  CREATE UNIQUE INDEX uq_checklists_name_key ON core.checklists (core.key_of(name));
  ${versioned('checklists')}
  ${audited('checklists', 'checklist')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.checklists TO svc_core;`;

/**
 * A checklist that is worked through: for a ticket, for an occurrence of a recurring task, or for neither, a walk of the
 * store. Name and steps are those of the checklist when it began.
 *
 * - `failed`: steps that failed when it was completed. A change of it in the change feed notifies managers.
 * - `follow_ups`: an array of {stepId, ticketId}.
 */
const runs = `
  CREATE TABLE core.checklist_runs (
    id uuid NOT NULL DEFAULT uuidv7(),
    checklist_id uuid NOT NULL,
    name varchar(120) NOT NULL,
    steps jsonb NOT NULL,
    location_id uuid NOT NULL,
    equipment_id uuid,
    ticket_id uuid,
    task_id uuid,
    state varchar(10) NOT NULL DEFAULT 'open',
    failed smallint NOT NULL DEFAULT 0,
    follow_ups jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    created_by uuid,
    completed_at timestamptz(3),
    completed_by uuid,
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_checklist_runs PRIMARY KEY (id),
    CONSTRAINT fk_checklist_runs_checklist_id FOREIGN KEY (checklist_id) REFERENCES core.checklists (id),
    CONSTRAINT fk_checklist_runs_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT fk_checklist_runs_equipment_id FOREIGN KEY (equipment_id)
      REFERENCES core.equipment (id) ON DELETE SET NULL,
    CONSTRAINT fk_checklist_runs_ticket_id FOREIGN KEY (ticket_id)
      REFERENCES core.tickets (id) ON DELETE CASCADE,
    CONSTRAINT fk_checklist_runs_task_id FOREIGN KEY (task_id)
      REFERENCES core.tasks (id) ON DELETE SET NULL,
    CONSTRAINT fk_checklist_runs_created_by FOREIGN KEY (created_by)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_checklist_runs_completed_by FOREIGN KEY (completed_by)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_checklist_runs_state CHECK (state IN ('open', 'done') AND (state = 'done') = (completed_at IS NOT NULL)),
    CONSTRAINT ck_checklist_runs_task_id CHECK (ticket_id IS NULL OR task_id IS NULL)
  );
  CREATE INDEX ix_checklist_runs_created_at ON core.checklist_runs (created_at DESC, id DESC);
  CREATE INDEX ix_checklist_runs_location_id ON core.checklist_runs (location_id, created_at DESC, id DESC);
  CREATE INDEX ix_checklist_runs_checklist_id ON core.checklist_runs (checklist_id, created_at DESC, id DESC);
  CREATE INDEX ix_checklist_runs_equipment_id ON core.checklist_runs (equipment_id) WHERE equipment_id IS NOT NULL;
  CREATE INDEX ix_checklist_runs_ticket_id ON core.checklist_runs (ticket_id) WHERE ticket_id IS NOT NULL;
  CREATE UNIQUE INDEX uq_checklist_runs_task_id ON core.checklist_runs (task_id) WHERE task_id IS NOT NULL;
  CREATE UNIQUE INDEX uq_checklist_runs_open ON core.checklist_runs (ticket_id)
    WHERE ticket_id IS NOT NULL AND state = 'open';
  CREATE INDEX ix_checklist_runs_created_by ON core.checklist_runs (created_by) WHERE created_by IS NOT NULL;
  CREATE INDEX ix_checklist_runs_completed_by ON core.checklist_runs (completed_by) WHERE completed_by IS NOT NULL;
  ${versioned('checklist_runs')}
  ${audited('checklist_runs', 'checklist_run', { without: ['steps'] })}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.checklist_runs TO svc_core;
  GRANT SELECT (id, location_id, state, steps) ON core.checklist_runs TO svc_attachments;
  GRANT SELECT (id, location_id, name) ON core.checklist_runs TO svc_notifications;
  GRANT REFERENCES (id) ON core.checklist_runs TO attachments_owner;`;

/** All answers of a run: of those to one step the last counts. */
const answers = `
  CREATE TABLE core.checklist_answers (
    id uuid NOT NULL DEFAULT uuidv7(),
    run_id uuid NOT NULL,
    step_id uuid NOT NULL,
    value jsonb NOT NULL,
    result varchar(4) NOT NULL,
    note varchar(500),
    answered_at timestamptz(3) NOT NULL DEFAULT now(),
    answered_by uuid,
    CONSTRAINT pk_checklist_answers PRIMARY KEY (id),
    CONSTRAINT fk_checklist_answers_run_id FOREIGN KEY (run_id)
      REFERENCES core.checklist_runs (id) ON DELETE CASCADE,
    CONSTRAINT fk_checklist_answers_answered_by FOREIGN KEY (answered_by)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_checklist_answers_result CHECK (result IN ('pass', 'fail', 'na'))
  );
  CREATE INDEX ix_checklist_answers_run_id ON core.checklist_answers (run_id, step_id, id DESC);
  CREATE INDEX ix_checklist_answers_answered_by ON core.checklist_answers (answered_by) WHERE answered_by IS NOT NULL;
  GRANT SELECT, INSERT ON core.checklist_answers TO svc_core;`;

/** Photos of steps, by the ids that they have in svc-attachments. Only record_check_photo() writes them. */
const photos = `
  CREATE TABLE core.checklist_photos (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    step_id uuid NOT NULL,
    CONSTRAINT pk_checklist_photos PRIMARY KEY (id),
    CONSTRAINT fk_checklist_photos_run_id FOREIGN KEY (run_id)
      REFERENCES core.checklist_runs (id) ON DELETE CASCADE
  );
  CREATE INDEX ix_checklist_photos_run_id ON core.checklist_photos (run_id, step_id);
  GRANT SELECT ON core.checklist_photos TO svc_core;

  -- Published to svc-attachments. Locks the run until the caller's transaction ends, so a completion waits. The run
  -- gets a new version, as with an answer. Returns false and writes nothing when it is done or has no such step.
  CREATE FUNCTION core.record_check_photo(photo_id uuid, of_run uuid, of_step uuid)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    UPDATE core.checklist_runs r SET state = 'open'
    WHERE r.id = of_run AND r.state = 'open' AND r.steps @> jsonb_build_array(jsonb_build_object('id', of_step));
    IF NOT FOUND THEN RETURN false; END IF;
    INSERT INTO core.checklist_photos (id, run_id, step_id) VALUES (photo_id, of_run, of_step);
    RETURN true;
  END $$;
  REVOKE EXECUTE ON FUNCTION core.record_check_photo FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION core.record_check_photo TO svc_attachments;`;

const eventKinds = [
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
];
const checklistKinds = ['checklist_started', 'checklist_answered', 'checklist_completed'];
const channels = ['app', 'api', 'qr'];

/** Without a look at the rows, which are checked by the next migration. */
const setWords = (table: string, column: string, words: readonly string[]): string => `
  ALTER TABLE core.${table}
    DROP CONSTRAINT ck_${table}_${column},
    ADD CONSTRAINT ck_${table}_${column} CHECK (${column} IN (${words.map((word) => `'${word}'`).join(', ')})) NOT VALID`;

const constraints = [
  ['tickets', 'ck_tickets_via'],
  ['ticket_comments', 'ck_ticket_comments_via'],
  ['ticket_events', 'ck_ticket_events_kind'],
  ['recurring_tasks', 'fk_recurring_tasks_checklist_id'],
] as const;

/** Checklists, their runs, and the tickets that follow from what fails. */
export class WalkStores1766200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [checklists, runs, answers, photos]) await runner.query(statements);
    await runner.query(`
      ALTER TABLE core.recurring_tasks ADD COLUMN checklist_id uuid, ADD CONSTRAINT fk_recurring_tasks_checklist_id
        FOREIGN KEY (checklist_id) REFERENCES core.checklists (id) NOT VALID`);
    // Without a foreign key, as repeat_of: a ticket stays a follow-up when the run is removed.
    await runner.query(
      'ALTER TABLE core.tickets ADD COLUMN follow_up_run_id uuid, ADD COLUMN follow_up_step_id uuid',
    );
    await runner.query('ALTER TABLE core.ticket_events ADD COLUMN checklist jsonb');
    await runner.query(setWords('tickets', 'via', [...channels, 'checklist']));
    await runner.query(setWords('ticket_comments', 'via', [...channels, 'checklist']));
    await runner.query(setWords('ticket_events', 'kind', [...eventKinds, ...checklistKinds]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM core.ticket_events WHERE kind LIKE 'checklist_%'");
    await runner.query("DELETE FROM core.ticket_comments WHERE via = 'checklist'");
    await runner.query("UPDATE core.tickets SET via = 'app' WHERE via = 'checklist'");
    await runner.query(setWords('ticket_events', 'kind', eventKinds));
    await runner.query(setWords('ticket_comments', 'via', channels));
    await runner.query(setWords('tickets', 'via', channels));
    await runner.query('ALTER TABLE core.ticket_events DROP COLUMN checklist');
    await runner.query(
      'ALTER TABLE core.tickets DROP COLUMN follow_up_run_id, DROP COLUMN follow_up_step_id',
    );
    await runner.query('ALTER TABLE core.recurring_tasks DROP COLUMN checklist_id');
    await runner.query('DROP FUNCTION core.record_check_photo');
    for (const table of ['checklist_photos', 'checklist_answers', 'checklist_runs', 'checklists'])
      await runner.query(`DROP TABLE core.${table}`);
  }
}

/** Without the lock that adding a check takes. */
export class ValidateWords1766200101000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, constraint] of constraints)
      await runner.query(`ALTER TABLE core.${table} VALIDATE CONSTRAINT ${constraint}`);
  }

  async down(): Promise<void> {
    // A check that is valid may stay so.
  }
}

const indexes = {
  ix_recurring_tasks_checklist_id: 'ON core.recurring_tasks (checklist_id) WHERE checklist_id IS NOT NULL',
  // For the open follow-up of a step in a store.
  ix_tickets_follow_up_step_id:
    "ON core.tickets (follow_up_step_id, location_id) WHERE follow_up_step_id IS NOT NULL AND status <> 'solved'",
};

export class IndexFollowUps1766200102000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes))
      await createIndexConcurrently(runner, { schema: 'core', name, definition });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX CONCURRENTLY core.${name}`);
  }
}
