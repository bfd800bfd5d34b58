import core from '@mainstay/svc-core/openapi.json' with { type: 'json' };
import { exampleOf, fakeApi, returns, problem } from '@mainstay/web-kit/testing';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { type AttachmentsSchemas } from '../src/api/attachments.ts';
import { type CoreSchemas } from '../src/api/core.ts';

export type Ticket = CoreSchemas['TicketResponse'];
type RecurringTask = CoreSchemas['RecurringTaskResponse'];
type Task = CoreSchemas['TaskResponse'];
type Line = CoreSchemas['TimelineLineResponse'];
type Comment = CoreSchemas['CommentResponse'];
type Person = CoreSchemas['PersonResponse'];
type Attachment = AttachmentsSchemas['AttachmentResponse'];

const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
export const harborStreet = {
  id: '01890000-0000-7000-8000-00000000000a',
  name: 'Harbor Street',
  timezone,
  storeNumber: '101',
};
export const millRoad = {
  id: '01890000-0000-7000-8000-00000000000b',
  name: 'Mill Road',
  timezone,
  storeNumber: '102',
};

/** A ticket at Harbor Street that nobody has acknowledged. */
export function ticket(title: string, given: Partial<Ticket> = {}): Ticket {
  return {
    ...(exampleOf(core, 'TicketResponse') as Ticket),
    id: crypto.randomUUID(),
    title,
    description: 'It hums.',
    locationId: harborStreet.id,
    assignedTo: null,
    status: 'incoming',
    priority: 'medium',
    createdAt: new Date(2024, 2, 5, 15, 4).toISOString(),
    updatedAt: new Date(2024, 2, 5, 15, 4).toISOString(),
    createdBy: null,
    commentCount: 0,
    watching: false,
    equipmentId: null,
    location: harborStreet,
    assignee: null,
    equipment: null,
    dueAt: null,
    respondDueAt: null,
    resolveDueAt: null,
    respondedAt: null,
    pause: null,
    dueState: 'none',
    ...given,
  };
}

/** What somebody at Fryer 2 of Harbor Street said when they reported a ticket. */
export const report: NonNullable<Ticket['report']> = {
  reporterName: 'Maria',
  contact: 'maria@example.com',
  urgency: 'high',
  count: 3,
};

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
    checklistId: null,
    active: true,
    createdAt: new Date(2024, 2, 5).toISOString(),
    location: harborStreet,
    ...given,
  };
}

/** A task that a recurring task created, due on 5 March 2024. */
export function task(given: Partial<Task> = {}): Task {
  return {
    id: crypto.randomUUID(),
    title: 'Hood filters',
    description: null,
    locationId: harborStreet.id,
    assignedTo: null,
    dueDate: new Date(2024, 2, 5, 9).toISOString(),
    completed: false,
    createdAt: new Date(2024, 2, 5, 9).toISOString(),
    completedAt: null,
    projectId: null,
    recurringTaskId: null,
    location: harborStreet,
    ...given,
  };
}

/** A recorded file of 1,536 bytes. */
export function attachment(fileName: string, given: Partial<Attachment> = {}): Attachment {
  return {
    id: crypto.randomUUID(),
    ticketId: crypto.randomUUID(),
    commentId: null,
    fileName,
    fileType: 'image/png',
    fileSize: 1536,
    objectPath: 'uploads/1',
    purpose: null,
    uploadedBy: null,
    thumbnailURL: null,
    createdAt: new Date(2024, 2, 5).toISOString(),
    ...given,
  };
}

export const dana: Person = {
  id: '01890000-0000-7000-8000-0000000000a1',
  firstName: 'Dana',
  lastName: 'Whitfield',
  role: 'admin',
};
export const ada: Person = {
  id: '01890000-0000-7000-8000-0000000000a2',
  firstName: 'Ada',
  lastName: 'Lane',
  role: 'district_manager',
};

/** A comment by Dana, made on 5 March 2024. */
export function comment(body: string | null, given: Partial<Comment> = {}): Comment {
  return {
    id: crypto.randomUUID(),
    author: dana,
    authorName: null,
    body,
    mentions: [],
    visibility: 'team',
    via: 'app',
    createdAt: new Date(2024, 2, 5, 15, 4).toISOString(),
    editedAt: null,
    removedAt: null,
    version: 1,
    attachments: [],
    ...given,
  };
}

/** A line of the timeline: what Dana did on 5 March 2024. */
export function line(given: Partial<Line>): Line {
  return {
    id: crypto.randomUUID(),
    at: new Date(2024, 2, 5, 15, 4).toISOString(),
    actor: dana,
    via: null,
    kind: 'changed',
    changes: [],
    ...given,
  };
}

/** The line of a comment. */
export const commented = (given: Comment): Line =>
  line({ id: given.id, kind: 'commented', via: given.via, actor: given.author, comment: given });
/** The id of the user who is signed in. */
export const myId = dana.id;

/** Filter values that stand for others, as the service reads them. */
const meanings: Readonly<Record<string, string>> = { me: myId, none: 'null' };

/** Filters that are not named like what they compare. */
const properties: Readonly<Record<string, string>> = { due: 'dueState' };

/** Mocks a list as the service returns it: filtered, searched and paged. */
const list = <Item extends object>(
  path: string,
  items: readonly Item[],
  textsOf: (item: Item) => string[] = () => [],
) =>
  http.get(`*${path}`, ({ request }) => {
    const url = new URL(request.url);
    const { q = '', limit = '500', cursor = '0', ...filters } = Object.fromEntries(url.searchParams);
    const found = items.filter(
      (item) =>
        Object.entries(filters).every(
          ([name, value]) =>
            String(Reflect.get(item, properties[name] ?? name)) === (meanings[value] ?? value),
        ) &&
        (q === '' || textsOf(item).some((text) => text.toLowerCase().includes(q.toLowerCase()))),
    );
    const end = Number(cursor) + Number(limit);
    url.searchParams.set('cursor', String(end));
    return HttpResponse.json(found.slice(Number(cursor), end) as JsonBodyType, {
      headers: {
        'x-total-count': String(found.length),
        ...(end < found.length && { link: `<${url.pathname}${url.search}>; rel="next"` }),
      },
    });
  });

const titleAndPlace = ({ title, location }: Ticket | RecurringTask) => [title, location.name];

/** Mocks a single entity with an ETag; 404 for any other. */
const one = (path: string, entities: readonly { id: string }[]) =>
  http.get(`*${path}/:id`, ({ params }) => {
    const entity = entities.find(({ id }) => id === params['id']);
    return entity
      ? HttpResponse.json(entity as JsonBodyType, { headers: { etag: '"1"' } })
      : problem(404, 'Not found');
  });

export const returnsTickets = (...tickets: Ticket[]) => [
  list('/api/tickets', tickets, titleAndPlace),
  one('/api/tickets', tickets),
];

/** The response to an update, with the ETag of the new version. */
export const updated = (entity: Ticket, etag = '"2"') => HttpResponse.json(entity, { headers: { etag } });

export const returnsRecurringTasks = (...tasks: RecurringTask[]) => [
  list('/api/recurring-tasks', tasks, titleAndPlace),
  one('/api/recurring-tasks', tasks),
];

export const returnsTasks = (...tasks: Task[]) => [list('/api/tasks', tasks)];

export const returnsLocations = (...locations: { id: string; name: string }[]) =>
  list(
    '/api/locations',
    locations.map((location, at) => ({ ...location, city: 'Portland', storeNumber: `ME-${at}` })),
    ({ name, city, storeNumber }) => [name, city, storeNumber],
  );

export const returnsAttachments = (ticketId: string, attachments: readonly Attachment[]) => [
  list(`/api/tickets/${ticketId}/attachments`, attachments),
];

/**
 * Mocks the upload of files to a ticket.
 * @param onRecord responds with a problem, or takes the file
 */
export const takesUploads = (
  ticketId: string,
  onRecord: (body: AttachmentsSchemas['RecordAttachmentRequest']) => unknown,
) => [
  http.post('*/api/attachments/upload', () =>
    HttpResponse.json({
      uploadURL: 'http://localhost/put?sig=1',
      objectPath: 'uploads/1',
      expiresAt: '2099-01-01T00:00:00Z',
    }),
  ),
  http.delete('*/api/attachments/upload', () => new HttpResponse(null, { status: 204 })),
  http.put('http://localhost/put', () => new HttpResponse(null, { headers: { etag: '"1"' } })),
  http.post(`*/api/tickets/${ticketId}/attachments`, async ({ request }) => {
    const body = (await request.json()) as AttachmentsSchemas['RecordAttachmentRequest'];
    const refused = onRecord(body);
    return refused instanceof Response ? refused : HttpResponse.json({}, { status: 201 });
  }),
];

export const returnsTimeline = (ticketId: string, ...lines: Line[]) =>
  list(`/api/tickets/${ticketId}/timeline`, lines);

export const returnsPeople = (ticketId: string, ...people: Person[]) =>
  list(`/api/tickets/${ticketId}/people`, people, ({ firstName, lastName }) => [`${firstName} ${lastName}`]);

/** The mock API with two locations and an empty board. */
export const maintenanceApi = () =>
  fakeApi(
    returns('/api/tickets/due', { active: false, overdue: 0, atRisk: 0 }),
    returns('/api/response-targets', []),
    ...returnsTickets(),
    ...returnsRecurringTasks(),
    ...returnsTasks(),
    returnsLocations(harborStreet, millRoad),
    returns('/api/tickets/:id/attachments', []),
    returns('/api/tickets/:id/timeline', []),
    returns('/api/tickets/:id/costs', []),
    returns('/api/tickets/:id/vendor-jobs', []),
    returns('/api/tickets/similar', []),
    returns('/api/equipment', []),
    returns('/api/checklists', []),
    returns('/api/checklist-runs', []),
    returns('/config.json', {}),
  );

/** The user's roles: only administrators may delete. */
export const admin = { id: dana.id, role: 'admin' } as const;
export const manager = { id: ada.id, role: 'district_manager' } as const;

/** The dialog that contains an element. In tests antd gives all dialogs the same id, so a nested one has no name. */
export function dialogAround(element: HTMLElement): HTMLElement {
  const dialog = element.closest<HTMLElement>('[role="dialog"]');
  if (!dialog) throw new Error('it is in no dialog');
  return dialog;
}

type Run = CoreSchemas['ChecklistRunDetail'];
type ChecklistStep = Run['steps'][number];

/** A step that passes or fails. */
export const checklistStep = (text: string, given: Partial<ChecklistStep> = {}): ChecklistStep => ({
  id: `step ${text}`,
  text,
  kind: 'pass_fail',
  unit: null,
  min: null,
  max: null,
  required: true,
  photo: 'never',
  onFail: 'none',
  priority: 'medium',
  ...given,
});

/** The answer to a step that failed. */
export const failedAnswer = (text: string): Run['answers'][number] => ({
  stepId: `step ${text}`,
  value: 'fail',
  result: 'fail',
  note: null,
  by: null,
  at: null,
  photos: [],
});

/** A walk of Harbor Street that was just begun. */
export const run = (steps: ChecklistStep[], given: Partial<Run> = {}): Run => ({
  id: '01890000-0000-7000-8000-0000000000c1',
  checklistId: '01890000-0000-7000-8000-0000000000c0',
  name: 'Opening check',
  steps,
  locationId: harborStreet.id,
  location: harborStreet,
  equipmentId: null,
  ticketId: null,
  taskId: null,
  answers: [],
  history: [],
  state: 'open',
  followUps: [],
  createdAt: '2024-03-05T20:04:00.000Z',
  createdBy: null,
  completedAt: null,
  completedBy: null,
  version: 1,
  ...given,
});
