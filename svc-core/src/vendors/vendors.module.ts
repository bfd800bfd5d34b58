import { Module } from '@nestjs/common';
import { VendorsController } from './vendors.controller.ts';
import { VendorsRepository } from './vendors.repository.ts';
import { VendorsService } from './vendors.service.ts';

@Module({
  controllers: [VendorsController],
  providers: [VendorsService, VendorsRepository],
  exports: [VendorsService],
})
export class VendorsModule {}
