import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { entityController } from '../entities/entity-controller.ts';
import { VendorsRepository } from './vendors.repository.ts';
import {
  createVendorRequest,
  listVendorsQuery,
  updateVendorRequest,
  vendorResponse,
} from './vendors.schemas.ts';
import { VendorsService } from './vendors.service.ts';
import { vendorsSheet } from './vendors.sheet.ts';

@ApiTags('Vendors')
@Controller('api/vendors')
export class VendorsController extends entityController(VendorsRepository, VendorsService, {
  name: 'Vendor',
  response: vendorResponse,
  listing: listVendorsQuery,
  sheet: vendorsSheet,
  creation: createVendorRequest,
  changes: updateVendorRequest,
  calls: {
    list: { summary: 'Vendors for all locations, or for one that is visible to you, by name.' },
    get: { summary: 'One vendor.' },
    create: { summary: 'Adds a vendor. Administrators only.', problems: [409], roles: ['admin'] },
    update: {
      summary: 'Changes the given fields of a vendor. Administrators only.',
      problems: [409],
      roles: ['admin'],
    },
    delete: {
      summary: 'Removes a vendor that nothing names. Administrators only.',
      problems: [409],
      roles: ['admin'],
    },
  },
}) {}
