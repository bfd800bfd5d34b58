import { createIndexConcurrently, type MigrationInterface, type QueryRunner } from '@mainstay/service-kit';

const indexes = {
  // For the filters of tickets, and for the removal of a vendor.
  ix_tickets_vendor_id: 'ON core.tickets (vendor_id, created_at DESC, id DESC) WHERE vendor_id IS NOT NULL',
  ix_tickets_approval: "ON core.tickets (approval, created_at DESC, id DESC) WHERE approval <> 'none'",
  ix_equipment_vendor_id: 'ON core.equipment (vendor_id) WHERE vendor_id IS NOT NULL',
};

export class IndexVendorsAndCosts1765600003000 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(indexes)) {
      await createIndexConcurrently(runner, { schema: 'core', name, definition });
    }
    await createIndexConcurrently(runner, {
      schema: 'core',
      name: 'uq_equipment_location_id_serial',
      definition: 'ON core.equipment (location_id, serial) WHERE serial IS NOT NULL AND removed_at IS NULL',
      isUnique: true,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of [...Object.keys(indexes), 'uq_equipment_location_id_serial']) {
      await runner.query(`DROP INDEX CONCURRENTLY core.${name}`);
    }
  }
}
