import {
  categories,
  choice,
  creationKeys,
  csvFormat,
  idSchema,
  instant,
  pageQuery,
} from '@mainstay/service-kit';
import { z } from 'zod';
import { updatedSince } from '../changed-lists/changed-list.ts';
import { idsFilter } from '../changed-lists/ids-filter.ts';
import { externalIdFilter } from '../external-ids/external-id-filter.ts';
import { dayFrom } from '../fields/day.ts';
import { priorities } from '../fields/priorities.ts';
import { reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { ticketTypes } from '../fields/ticket-types.ts';
import { assignedToFilter } from '../visibility/assigned-to.ts';
import { dueFilters, sortOf, ticketSorts } from './ticket-due.ts';
import { ticketStatuses } from './ticket-status.ts';
import { approvals } from './tickets.schemas.ts';

/** Due date or `infinity`, creation in seconds before 1970, id. */
const dueKeys = z.tuple([
  z.union([instant, z.literal('infinity')]),
  z.string().regex(/^-?\d{1,12}(\.\d{1,3})?$/),
  idSchema,
]);

const isTrue = choice(['true']).optional();
const storeDay = dayFrom(2000).optional().meta({
  description: 'A day, inclusive, in the time zone of the location. Archived locations are included then.',
});
const incurredDay = dayFrom(2000).optional().meta({
  description: 'Tickets with a cost of these days, inclusive. Archived locations are included then.',
});

export const listTicketsQuery = z
  .strictObject({
    ...pageQuery(z.union([creationKeys, dueKeys])),
    ...csvFormat,
    status: choice(ticketStatuses).optional(),
    open: isTrue.meta({ description: 'Only tickets that are not solved.' }),
    priority: choice(priorities).optional(),
    ticketType: choice(ticketTypes).optional(),
    locationId: reference.optional(),
    equipmentId: reference.optional(),
    assignedTo: assignedToFilter.meta({
      description: 'The id of a user, `me`, or `none` for unassigned tickets.',
    }),
    q: searchText.meta({
      description:
        'Part of the title, the purchase order or the location name, without regard to case and accents; or the number: `1042` finds this ticket too, `#1042` it alone.',
    }),
    externalId: externalIdFilter,
    ids: idsFilter,
    updatedSince,
    vendorId: reference.optional(),
    approval: choice(approvals).optional(),
    vendorJob: choice(['waiting']).optional().meta({
      description:
        '`waiting`: tickets whose vendor waits for somebody: the newest job that was not withdrawn is declined or done, or has an open quote.',
    }),
    category: choice([...categories, 'none'])
      .optional()
      .meta({ description: 'Of the equipment; `none`: tickets without.' }),
    repeat: isTrue.meta({
      description: 'Only tickets that came at most 30 days after one of the same equipment.',
    }),
    hasCosts: isTrue.meta({ description: 'Only tickets with costs.' }),
    responded: isTrue.meta({ description: 'Only tickets with `respondedAt`.' }),
    costFrom: incurredDay,
    costTo: incurredDay,
    costVendorId: z
      .union([reference, z.literal('none')])
      .optional()
      .meta({ description: 'Tickets with a cost of this vendor, in these days; `none`: without a vendor.' }),
    createdFrom: storeDay,
    createdTo: storeDay,
    respondedFrom: storeDay,
    respondedTo: storeDay,
    completedFrom: storeDay,
    completedTo: storeDay,
    due: choice(dueFilters).optional().meta({
      description:
        'Tickets with this `dueState`, open but for `met` and `missed`; `none`: open without any due date. Those that are overdue, at risk or paused come soonest due first, unless `sort` says otherwise.',
    }),
    sort: choice(ticketSorts).optional().meta({
      description:
        'Newest first (the default), oldest first, soonest due first (the default with `due=overdue`, `at_risk` and `paused`; those without a due date come last, newest first), or the longest unchanged first.',
    }),
  })
  .refine((query) => !query.cursor || (query.cursor.length === 3) === (sortOf(query) === 'dueAt'), {
    error: 'Must be a cursor from the Link header of this list.',
    path: ['cursor'],
  });

export type ListTicketsQuery = z.infer<typeof listTicketsQuery>;
