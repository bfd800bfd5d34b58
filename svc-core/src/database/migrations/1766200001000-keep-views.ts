import type { MigrationInterface, QueryRunner } from '@mainstay/service-kit';
import { audited, versioned } from './baseline/audited.ts';

/** Filters of a list under a name. `query`: that of the address of the screen, which alone applies them. */
export class KeepViews1766200001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE core.views (
        id uuid NOT NULL DEFAULT uuidv7(),
        owner_id uuid NOT NULL,
        name varchar(60) NOT NULL,
        screen varchar(20) NOT NULL,
        query varchar(2000) NOT NULL,
        shared boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT pk_views PRIMARY KEY (id),
        CONSTRAINT fk_views_owner_id FOREIGN KEY (owner_id) REFERENCES auth.users (id) ON DELETE CASCADE,
        CONSTRAINT ck_views_screen CHECK (screen IN ('tickets'))
      );
      CREATE UNIQUE INDEX uq_views_owner_id_name ON core.views (owner_id, core.key_of(name));
      CREATE INDEX ix_views_shared ON core.views (id) WHERE shared;
      ${versioned('views')}
      ${audited('views', 'view')}
      GRANT SELECT, INSERT, UPDATE (name, screen, query, shared), DELETE ON core.views TO svc_core`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE core.views');
  }
}
