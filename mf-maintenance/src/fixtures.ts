import { fakeApi, gives } from '@mainstay/web-kit/testing';
import { type AttachmentsSchemas } from './api/attachments.ts';
import { type CoreSchemas } from './api/core.ts';

type Ticket = CoreSchemas['TicketResponse'];
type RecurringTask = CoreSchemas['RecurringTaskResponse'];
type Attachment = AttachmentsSchemas['AttachmentResponse'];

const harborStreet = { id: '01890000-0000-7000-8000-00000000000a', name: 'Harbor Street' };
export const millRoad = { id: '01890000-0000-7000-8000-00000000000b', name: 'Mill Road' };

/** A ticket at Harbor Street that nobody has acknowledged. */
export function ticket(title: string, given: Partial<Ticket> = {}): Ticket {
  return {
    id: crypto.randomUUID(),
    title,
    description: 'It hums.',
    locationId: harborStreet.id,
    assignedTo: null,
    status: 'incoming',
    priority: 'medium',
    ticketType: 'repair',
    notes: null,
    createdAt: new Date(2024, 2, 5, 15, 4).toISOString(),
    updatedAt: new Date(2024, 2, 5, 15, 4).toISOString(),
    completedAt: null,
    location: harborStreet,
    assignee: null,
    ...given,
  };
}

/** An active weekly task at Harbor Street. */
export function recurringTask(title: string, given: Partial<RecurringTask> = {}): RecurringTask {
  return {
    id: crypto.randomUUID(),
    title,
    description: null,
    locationId: harborStreet.id,
    assignedTo: null,
    frequency: 'weekly',
    nextOccurrence: new Date(2024, 2, 12, 9).toISOString(),
    active: true,
    createdAt: new Date(2024, 2, 5).toISOString(),
    location: harborStreet,
    ...given,
  };
}

/** A recorded file of 1,536 bytes. */
export function attachment(fileName: string, given: Partial<Attachment> = {}): Attachment {
  return {
    id: crypto.randomUUID(),
    ticketId: crypto.randomUUID(),
    fileName,
    fileType: 'image/png',
    fileSize: 1536,
    objectPath: 'uploads/1',
    uploadedBy: null,
    createdAt: new Date(2024, 2, 5).toISOString(),
    ...given,
  };
}

/** The API with two locations and nothing on the board. */
export const maintenanceApi = () =>
  fakeApi(
    gives('/api/tickets', []),
    gives('/api/recurring-tasks', []),
    gives('/api/locations', [harborStreet, millRoad]),
    gives('/api/tickets/:id/attachments', []),
  );
