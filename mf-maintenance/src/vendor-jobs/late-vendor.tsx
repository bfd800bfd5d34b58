import { late } from '@mainstay/ui/base';
import { type ComponentProps } from 'react';
import { type Ticket } from '../ticket-data/tickets.queries.ts';
import type * as section from './vendor-section.tsx';

const lateSection = late(() => import(/* webpackChunkName: "vendor-section" */ './vendor-section.tsx'));

/** Whether the vendor has something to do, or somebody has to look at what was done. */
export const isUnderWay = (state: NonNullable<Ticket['vendorJob']>['state'] | undefined): boolean =>
  state === 'sent' || state === 'accepted' || state === 'done';

/**
 * The work of the vendor of a ticket, loaded after everything else of it. Nothing without a vendor, and with a svc-core
 * that does not know it yet.
 */
export function VendorSection(props: ComponentProps<typeof section.VendorSection>) {
  const { vendorId, vendorJob } = props.ticket;
  const part = lateSection.useAfterPaint();
  const isKnown = vendorJob !== undefined && (vendorJob !== null || Boolean(vendorId));
  return part && isKnown ? <part.VendorSection {...props} /> : null;
}
