import { Module } from '@nestjs/common';
import { TokensController } from './tokens.controller.ts';
import { TokensService } from './tokens.service.ts';

@Module({ controllers: [TokensController], providers: [TokensService] })
export class TokensModule {}
