import { requiredText } from '@mainstay/service-kit';
import { z } from 'zod';
import { choice } from '../fields/choice.ts';
import { responseInstant } from '../fields/instant.ts';
import { limited, optionalLongText, requiredLongText } from '../fields/long-text.ts';
import { responseId, reference } from '../fields/reference.ts';
import { searchText } from '../fields/search-text.ts';
import { creationKeys, pageQuery } from '../lists/page.ts';
import { locationName } from '../locations/locations.schemas.ts';
import { ticketStatuses } from './ticket-status.ts';

const ticketPriorities = ['low', 'medium', 'high'] as const;
const ticketTypes = ['repair', 'inspection', 'cleaning', 'equipment', 'other'] as const;
const ticketSorts = ['-createdAt', 'createdAt'] as const;

export const ticketResponse = z
  .object({
    id: responseId,
    title: z.string(),
    description: z.string(),
    locationId: responseId,
    assignedTo: responseId.nullable(),
    status: z.enum(ticketStatuses),
    priority: z.enum(ticketPriorities),
    ticketType: z.enum(ticketTypes),
    notes: z.string().nullable(),
    createdAt: responseInstant,
    updatedAt: responseInstant,
    completedAt: responseInstant.nullable().meta({ description: 'Set if and only if the status is solved.' }),
    location: locationName,
    assignee: z
      .object({ id: responseId, firstName: z.string(), lastName: z.string() })
      .nullable()
      .meta({ description: 'The assigned employee; null if unassigned.' }),
  })
  .meta({
    id: 'TicketResponse',
    description: 'A maintenance ticket.',
    examples: [
      {
        id: '01a1fdf3-2b52-7f0e-9c47-2a6be1f4d702',
        title: 'Oven is cold',
        description: 'It does not heat up any more.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        assignedTo: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03',
        status: 'in_progress',
        priority: 'high',
        ticketType: 'repair',
        notes: null,
        createdAt: '2026-03-05T15:04:00.000Z',
        updatedAt: '2026-03-05T16:20:31.250Z',
        completedAt: null,
        location: { id: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01', name: 'Harbour Street' },
        assignee: { id: '01a1fdf2-77aa-7d20-8e19-6c0b94d1ab03', firstName: 'Dana', lastName: 'Diaz' },
      },
    ],
  });

const ticketFields = {
  title: requiredText(255),
  description: requiredLongText(),
  locationId: reference,
  assignedTo: reference.nullable(),
  priority: choice(ticketPriorities),
  ticketType: choice(ticketTypes),
  notes: optionalLongText(),
};

export const createTicketRequest = z
  .strictObject({
    ...ticketFields,
    description: limited(ticketFields.description),
    notes: limited(ticketFields.notes),
    status: z
      .literal('incoming', { error: 'A new ticket must have the status incoming.' })
      .default('incoming')
      .meta({ description: 'A new ticket must have the status incoming.' }),
    assignedTo: ticketFields.assignedTo.default(null),
    priority: ticketFields.priority.default('medium'),
  })
  .meta({
    id: 'CreateTicketRequest',
    examples: [
      {
        title: 'Oven is cold',
        description: 'It does not heat up any more.',
        locationId: '01a1fdf3-0c11-7cc1-8b3a-5d1f0a3c9e01',
        priority: 'high',
        ticketType: 'repair',
      },
    ],
  });

export const updateTicketRequest = z
  .strictObject({ ...ticketFields, status: choice(ticketStatuses) })
  .partial()
  .meta({
    id: 'UpdateTicketRequest',
    description: 'The fields to change; omitted fields are kept.',
    examples: [{ status: 'solved' }],
  });

export const listTicketsQuery = z.strictObject({
  ...pageQuery(creationKeys),
  status: choice(ticketStatuses).optional(),
  priority: choice(ticketPriorities).optional(),
  ticketType: choice(ticketTypes).optional(),
  locationId: reference.optional(),
  assignedTo: reference.optional(),
  q: searchText.meta({ description: 'Part of the title or of the location name, case-insensitive.' }),
  sort: choice(ticketSorts).default('-createdAt').meta({ description: 'Newest first or oldest first.' }),
});

export type TicketPriority = (typeof ticketPriorities)[number];
export type TicketType = (typeof ticketTypes)[number];
export type TicketResponse = z.infer<typeof ticketResponse>;
export type CreateTicketRequest = z.infer<typeof createTicketRequest>;
export type UpdateTicketRequest = z.infer<typeof updateTicketRequest>;
export type ListTicketsQuery = z.infer<typeof listTicketsQuery>;
