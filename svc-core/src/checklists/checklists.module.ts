import { Module } from '@nestjs/common';
import { ChecklistsController } from './checklists.controller.ts';
import { ChecklistsRepository } from './checklists.repository.ts';
import { ChecklistsService } from './checklists.service.ts';

@Module({ controllers: [ChecklistsController], providers: [ChecklistsService, ChecklistsRepository] })
export class ChecklistsModule {}
