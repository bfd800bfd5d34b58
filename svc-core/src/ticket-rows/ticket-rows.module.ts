import { Module } from '@nestjs/common';
import { Removals } from '../removals/removals.ts';
import { RemovalsModule } from '../removals/removals.module.ts';
import { TicketsRepository } from './tickets.repository.ts';

@Module({ imports: [RemovalsModule], providers: [TicketsRepository], exports: [TicketsRepository] })
export class TicketRowsModule {
  constructor({ rows }: Removals, tickets: TicketsRepository) {
    rows.ofLocation.add((within, locationId, limit) => tickets.deleteNewest(within, locationId, limit));
    rows.ofEquipment.add((within, equipmentIds, limit) => tickets.detach(within, equipmentIds, limit));
  }
}
