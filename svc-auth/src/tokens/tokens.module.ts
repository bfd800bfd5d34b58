import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Token } from './token.entity.ts';
import { TokensController } from './tokens.controller.ts';
import { TokensService } from './tokens.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Token])],
  controllers: [TokensController],
  providers: [TokensService],
})
export class TokensModule {}
