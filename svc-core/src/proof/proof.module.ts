import { Module } from '@nestjs/common';
import { TicketProof } from './ticket-proof.ts';

@Module({ providers: [TicketProof], exports: [TicketProof] })
export class ProofModule {}
