import type { Sheet } from '@mainstay/service-kit';
import type { ListedCost } from './costs.schemas.ts';

const kinds = { labor: 'Labor', parts: 'Parts', travel: 'Travel', other: 'Other' };

export const costsSheet: Sheet<ListedCost> = {
  name: 'costs',
  columns: {
    Date: ({ incurredOn }) => incurredOn,
    'Store Number': ({ location }) => location.storeNumber,
    Location: ({ location }) => location.name,
    Ticket: ({ ticket }) => ticket.number,
    Title: ({ ticket }) => ticket.title,
    Kind: ({ kind }) => kinds[kind],
    Description: ({ description }) => description,
    Amount: ({ amount }) => amount,
    Vendor: ({ vendor }) => vendor?.name ?? null,
    'Invoice Number': ({ invoiceNumber }) => invoiceNumber,
    'Added By': ({ creator }) => creator && `${creator.firstName} ${creator.lastName}`,
  },
};
