import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.ts';
import { CompanyProvider } from './company-provider.ts';
import { CompanySessions } from './company-session.ts';
import { CompanySignInController } from './company-sign-in.controller.ts';
import { CompanySignIn } from './company-sign-in.service.ts';
import { CompanySignOut } from './company-sign-out.service.ts';
import { CompanyStrategy } from './company.strategy.ts';
import { IdentitiesController } from './identities.controller.ts';
import { IdentitiesRepository } from './identities.repository.ts';
import { IdentitiesService } from './identities.service.ts';
import { Identity } from './identity.entity.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Identity]), UsersModule],
  controllers: [CompanySignInController, IdentitiesController],
  providers: [
    CompanyProvider,
    CompanySessions,
    CompanySignIn,
    CompanySignOut,
    CompanyStrategy,
    IdentitiesRepository,
    IdentitiesService,
  ],
  exports: [CompanySignOut],
})
export class IdentitiesModule {}
