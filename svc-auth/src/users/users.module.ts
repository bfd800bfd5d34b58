import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TokensModule } from '../tokens/tokens.module.ts';
import { User } from './user.entity.ts';
import { UsersController } from './users.controller.ts';
import { UsersRepository } from './users.repository.ts';
import { UsersService } from './users.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([User]), TokensModule],
  controllers: [UsersController],
  providers: [UsersService, UsersRepository],
  exports: [UsersService],
})
export class UsersModule {}
