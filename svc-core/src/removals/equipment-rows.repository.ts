import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { Equipment } from '../equipment/equipment.entity.ts';
import { IntakeCode } from '../intake-codes/intake-code.entity.ts';
import { detachRows } from './detach-rows.ts';
import type { Removable } from './removable.ts';

/** References to removed equipment and its codes. In SQL: an UPDATE with a limit. */
@Injectable()
export class EquipmentRowsRepository implements Removable {
  constructor(
    @InjectRepository(Equipment) private readonly equipment: Repository<Equipment>,
    @InjectRepository(IntakeCode) private readonly codes: Repository<IntakeCode>,
    private readonly database: Database,
  ) {}

  /** Its codes take no reports from then on. */
  async hide(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.equipment).update(id, { removedAt: () => 'now()' });
    await within.withRepository(this.codes).update({ equipmentId: id }, { active: false });
  }

  /** Its tickets stay, without equipment, and the reports that were made with its codes. */
  async removeBatch(within: EntityManager, id: string, limit: number): Promise<boolean> {
    const tickets = await this.database.run(detachRows('equipment_id', sql`${[id]}`, limit), { within });
    if (tickets >= limit) return false;
    const codes = sql`ARRAY(SELECT id FROM core.intake_codes WHERE equipment_id = ${id})`;
    const left = limit - tickets;
    return (await this.database.run(detachRows('code_id', codes, left), { within })) < left;
  }

  /** Its codes are deleted by cascade: they are few. */
  async remove(within: EntityManager, id: string): Promise<void> {
    await within.withRepository(this.equipment).delete(id);
  }
}
