import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { AuditRepository } from './audit.repository.ts';

@Module({ controllers: [AuditController], providers: [AuditRepository] })
export class AuditModule {}
