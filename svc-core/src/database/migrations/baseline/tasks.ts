import { audited, removals, versioned } from './audited.ts';

/**
 * Recurring maintenance tasks (specification, section 3). An anchor is what a schedule returns to after an occurrence
 * that had to give way, on the clock of the location: the day of the month after a shorter month, the time of day after
 * a change to daylight saving. Null means "as the next occurrence".
 */
const recurringTasks = `
  CREATE TABLE core.recurring_tasks (
    id uuid NOT NULL DEFAULT uuidv7(),
    title varchar(255) NOT NULL,
    description text,
    location_id uuid NOT NULL,
    assigned_to uuid,
    frequency varchar(20) NOT NULL,
    next_occurrence timestamptz(3) NOT NULL,
    active boolean NOT NULL DEFAULT true,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    anchor_day smallint,
    anchor_time time(3),
    CONSTRAINT pk_recurring_tasks PRIMARY KEY (id),
    CONSTRAINT fk_recurring_tasks_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT fk_recurring_tasks_assigned_to FOREIGN KEY (assigned_to)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT ck_recurring_tasks_frequency CHECK (frequency IN ('daily', 'weekly', 'monthly')),
    CONSTRAINT ck_recurring_tasks_anchor_day CHECK (anchor_day BETWEEN 1 AND 31)
  );
  CREATE INDEX ix_recurring_tasks_created_at ON core.recurring_tasks (created_at DESC, id DESC);
  CREATE INDEX ix_recurring_tasks_location_id_created_at
    ON core.recurring_tasks (location_id, created_at DESC, id DESC);
  CREATE INDEX ix_recurring_tasks_assigned_to ON core.recurring_tasks (assigned_to) WHERE assigned_to IS NOT NULL;
  CREATE INDEX ix_recurring_tasks_next_occurrence ON core.recurring_tasks (next_occurrence) WHERE active;
  ${versioned('recurring_tasks')}
  ${audited('recurring_tasks', 'recurring_task')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.recurring_tasks TO svc_core;`;

/** Maintenance projects (specification, section 3). */
const projects = `
  CREATE TABLE core.projects (
    id uuid NOT NULL DEFAULT uuidv7(),
    title varchar(255) NOT NULL,
    description text,
    location_id uuid NOT NULL,
    status varchar(20) NOT NULL DEFAULT 'planning',
    total_tasks integer NOT NULL DEFAULT 0,
    completed_tasks integer NOT NULL DEFAULT 0,
    start_date timestamptz(3),
    target_completion_date timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    removed_at timestamptz(3),
    CONSTRAINT pk_projects PRIMARY KEY (id),
    CONSTRAINT fk_projects_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT ck_projects_completed_tasks CHECK (completed_tasks BETWEEN 0 AND total_tasks)
  );
  CREATE INDEX ix_projects_created_at ON core.projects (created_at DESC, id DESC);
  CREATE INDEX ix_projects_location_id_created_at ON core.projects (location_id, created_at DESC, id DESC);
  ${versioned('projects')}
  ${audited('projects', 'project')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.projects TO svc_core;
  ${removals('project', 'projects')}`;

/**
 * Maintenance tasks (specification, section 3). One made by a schedule has its occurrence: the pair is unique, so an
 * occurrence becomes one task however often it is tried, also after somebody moved the task's own due date.
 */
const taskRows = `
  CREATE TABLE core.tasks (
    id uuid NOT NULL DEFAULT uuidv7(),
    title varchar(255) NOT NULL,
    description text,
    location_id uuid NOT NULL,
    assigned_to uuid,
    due_date timestamptz(3),
    completed boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    completed_at timestamptz(3),
    project_id uuid,
    recurring_task_id uuid,
    occurrence_at timestamptz(3),
    version integer NOT NULL DEFAULT 1,
    CONSTRAINT pk_tasks PRIMARY KEY (id),
    CONSTRAINT fk_tasks_location_id FOREIGN KEY (location_id)
      REFERENCES core.locations (id) ON DELETE CASCADE,
    CONSTRAINT fk_tasks_assigned_to FOREIGN KEY (assigned_to)
      REFERENCES auth.users (id) ON DELETE SET NULL,
    CONSTRAINT fk_tasks_project_id FOREIGN KEY (project_id)
      REFERENCES core.projects (id) ON DELETE SET NULL,
    CONSTRAINT fk_tasks_recurring_task_id FOREIGN KEY (recurring_task_id)
      REFERENCES core.recurring_tasks (id) ON DELETE SET NULL,
    CONSTRAINT uq_tasks_recurring_task_id_occurrence_at UNIQUE (recurring_task_id, occurrence_at),
    CONSTRAINT ck_tasks_occurrence_at CHECK (recurring_task_id IS NULL OR occurrence_at IS NOT NULL),
    CONSTRAINT ck_tasks_completed_at CHECK (completed = (completed_at IS NOT NULL))
  );
  CREATE INDEX ix_tasks_created_at ON core.tasks (created_at DESC, id DESC);
  CREATE INDEX ix_tasks_location_id_created_at ON core.tasks (location_id, created_at DESC, id DESC);
  CREATE INDEX ix_tasks_assigned_to ON core.tasks (assigned_to) WHERE assigned_to IS NOT NULL;
  CREATE INDEX ix_tasks_project_id ON core.tasks (project_id) WHERE project_id IS NOT NULL;
  ${versioned('tasks')}
  ${audited('tasks', 'task')}
  GRANT SELECT, INSERT, UPDATE, DELETE ON core.tasks TO svc_core;`;

export const tasks = [recurringTasks, projects, taskRows];
