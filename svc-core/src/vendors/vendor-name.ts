import { responseId } from '@mainstay/service-kit';
import { z } from 'zod';

/** Of the mails to a vendor. */
export const vendorLanguages = ['en', 'es'] as const;

/** The vendor in other responses. */
export const vendorName = z.object({ id: responseId, name: z.string() }).meta({
  id: 'VendorName',
  examples: [{ id: '01a1fdf3-4d10-7b3e-a1f2-90c4d5e6f708', name: 'Bay Refrigeration' }],
});
