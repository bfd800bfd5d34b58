import { Module } from '@nestjs/common';
import { LocationsModule } from '../locations/locations.module.ts';
import { LocationsService } from '../locations/locations.service.ts';
import { TicketEventsModule } from '../ticket-events/ticket-events.module.ts';
import { VendorsModule } from '../vendors/vendors.module.ts';
import { VendorsService } from '../vendors/vendors.service.ts';
import { VendorJobEndings } from './vendor-job-endings.ts';
import { VendorJobs } from './vendor-jobs.ts';
import { VendorLinks } from './vendor-links.ts';

/** The work of vendors: its states, and the links that lead to it. */
@Module({
  imports: [LocationsModule, TicketEventsModule, VendorsModule],
  providers: [VendorJobEndings, VendorJobs, VendorLinks],
  exports: [VendorJobEndings, VendorJobs, VendorLinks],
})
export class VendorJobsModule {
  constructor(jobs: VendorJobEndings, vendors: VendorsService, locations: LocationsService) {
    vendors.deactivated.add((within, vendorId, actorId) => jobs.leaveVendor(within, vendorId, { actorId }));
    locations.archived.add((within, locationId, actorId) =>
      jobs.leaveLocation(within, locationId, { actorId }),
    );
  }
}
