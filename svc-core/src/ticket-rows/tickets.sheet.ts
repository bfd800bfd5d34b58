import { localTime, type Sheet } from '@mainstay/service-kit';
import type { TicketResponse } from './tickets.schemas.ts';

/** As on the board. */
const words = {
  status: { incoming: 'To Acknowledge', in_progress: 'Working', solved: 'Completed' },
  priority: { low: 'Low', medium: 'Medium', high: 'High' },
  vendorJob: {
    sent: 'Sent',
    accepted: 'Accepted',
    declined: 'Declined',
    done: 'Done',
    confirmed: 'Confirmed',
    withdrawn: 'Withdrawn',
  },
  type: {
    repair: 'Repair',
    inspection: 'Inspection',
    cleaning: 'Cleaning',
    equipment: 'Equipment',
    other: 'Other',
  },
};

export const ticketsSheet: Sheet<TicketResponse> = {
  name: 'tickets',
  columns: {
    Number: ({ number }) => number,
    Title: ({ title }) => title,
    Status: ({ status }) => words.status[status],
    Priority: ({ priority }) => words.priority[priority],
    Type: ({ ticketType }) => words.type[ticketType],
    Location: ({ location }) => location.name,
    Equipment: ({ equipment }) => equipment?.name ?? null,
    Assignee: ({ assignee }) => assignee && `${assignee.firstName} ${assignee.lastName}`,
    Description: ({ description }) => description,
    Notes: ({ notes }) => notes,
    'Purchase Order': ({ purchaseOrder }) => purchaseOrder,
    Vendor: ({ vendor }) => vendor?.name ?? null,
    Costs: ({ totalCost }) => totalCost,
    'Spending Limit': ({ spendingLimit }) => spendingLimit,
    Created: ({ createdAt, location }) => localTime(createdAt, location.timezone),
    'Due Date': ({ dueAt, resolveDueAt, location }) => localTime(dueAt ?? resolveDueAt, location.timezone),
    Completed: ({ completedAt, location }) => localTime(completedAt, location.timezone),
    'Time Zone': ({ location }) => location.timezone,
    'Photos before': ({ photos }) => photos.before,
    'Photos after': ({ photos }) => photos.after,
    'Vendor Job': ({ vendorJob }) => vendorJob && words.vendorJob[vendorJob.state],
    Visit: ({ vendorJob, location }) => vendorJob && localTime(vendorJob.visitAt, location.timezone),
    'External ID': ({ externalId }) => externalId,
    ID: ({ id }) => id,
    'Store Number': ({ location }) => location.storeNumber,
  },
};
