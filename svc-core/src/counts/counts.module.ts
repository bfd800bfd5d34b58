import { Module } from '@nestjs/common';
import { CountFolding } from './count-folding.ts';

@Module({ providers: [CountFolding] })
export class CountsModule {}
