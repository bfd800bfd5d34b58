import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { Project } from '../projects/project.entity.ts';
import { detachRows } from './detach-rows.ts';
import type { Removable } from './removable.ts';

/** References to removed projects. In SQL: an UPDATE with a limit. */
@Injectable()
export class ProjectRowsRepository implements Removable {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
  ) {}

  async hide(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.projects).update(id, { removedAt: () => 'now()' });
  }

  /** The project's tasks stay, without a project. */
  async removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean> {
    return (await this.database.run(detachRows('project_id', sql`${[id]}`, limit), { within })) < limit;
  }

  async remove(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.projects).delete(id);
  }
}
