import { Module } from '@nestjs/common';
import { VisibilityChecks } from './visibility-checks.ts';

@Module({ providers: [VisibilityChecks], exports: [VisibilityChecks] })
export class VisibilityModule {}
