import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentsModule } from '../attachments/attachments.module.ts';
import { User } from '../database/published/user.entity.ts';
import { PublicPhotosModule } from '../public-photos/public-photos.module.ts';
import { PublicPhoto } from '../public-photos/public-photo.entity.ts';
import { DiskObjectsController } from './disk-objects.controller.ts';
import { LiveAddresses } from './live-addresses.ts';

/** The addresses of the disk storage, which this service serves itself. */
@Module({
  imports: [TypeOrmModule.forFeature([User, PublicPhoto]), AttachmentsModule, PublicPhotosModule],
  controllers: [DiskObjectsController],
  providers: [LiveAddresses],
})
export class AddressesModule {}
