import { Module } from '@nestjs/common';
import { CompletionRulesController } from './completion-rules.controller.ts';
import { CompletionRulesService } from './completion-rules.service.ts';

@Module({ controllers: [CompletionRulesController], providers: [CompletionRulesService] })
export class CompletionRulesModule {}
