import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '../database/user.entity.ts';
import { Token } from './token.entity.ts';
import { TokensController } from './tokens.controller.ts';
import { TokensRepository } from './tokens.repository.ts';
import { TokensService } from './tokens.service.ts';
import { UserTokensController } from './user-tokens.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Token, User])],
  controllers: [TokensController, UserTokensController],
  providers: [TokensService, TokensRepository],
  exports: [TokensRepository],
})
export class TokensModule {}
