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
    list: {
      summary: 'Vendors for all locations, or for one that is visible to you, by name.',
      description:
        'With `locationId`, those that serve this location. A vendor of other locations alone is left out.',
    },
    get: { summary: 'One vendor.', description: '404 for a vendor that serves no location visible to you.' },
    create: {
      summary: 'Adds a vendor. Administrators only.',
      description: '400 for a location that does not exist, 409 when the name is taken.',
      problems: ['name_taken'],
      roles: ['admin'],
    },
    update: {
      summary: 'Changes the given fields of a vendor. Administrators only.',
      description: '400 for a location that does not exist, 409 when the name is taken.',
      problems: ['name_taken'],
      roles: ['admin'],
    },
    delete: {
      summary: 'Removes a vendor that nothing names. Administrators only.',
      description: '409 when a ticket, a cost or equipment names it: deactivate it then.',
      problems: ['in_use'],
      roles: ['admin'],
    },
  },
}) {}
