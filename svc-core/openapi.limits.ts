/** Made by "npm run openapi": the limits of each request's fields. */

export const assignLocationRequest = {
  managerId: { required: true },
  locationId: { required: true },
} as const;

export const createLocationRequest = {
  name: { required: true, minLength: 1, maxLength: 255 },
  address: { required: true, minLength: 1, maxLength: 10000 },
  city: { required: true, minLength: 1, maxLength: 100 },
  state: { required: true, minLength: 1, maxLength: 50 },
  zipCode: { required: true, minLength: 1, maxLength: 20 },
  phone: { maxLength: 20 },
  storeNumber: { required: true, minLength: 1, maxLength: 50 },
  status: {},
  timezone: { maxLength: 64 },
} as const;

export const createProjectRequest = {
  title: { required: true, minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: { required: true },
  status: { minLength: 1, maxLength: 20 },
  startDate: {},
  targetCompletionDate: {},
} as const;

export const createRecurringTaskRequest = {
  title: { required: true, minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: { required: true },
  assignedTo: {},
  frequency: { required: true },
  nextOccurrence: { required: true },
  active: {},
} as const;

export const createTaskRequest = {
  title: { required: true, minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: { required: true },
  assignedTo: {},
  dueDate: {},
  projectId: {},
  completed: {},
} as const;

export const createTicketRequest = {
  title: { required: true, minLength: 1, maxLength: 255 },
  description: { required: true, minLength: 1, maxLength: 10000 },
  locationId: { required: true },
  assignedTo: {},
  priority: {},
  ticketType: { required: true },
  notes: { maxLength: 10000 },
  status: {},
} as const;

export const updateLocationRequest = {
  name: { minLength: 1, maxLength: 255 },
  address: { minLength: 1, maxLength: 10000 },
  city: { minLength: 1, maxLength: 100 },
  state: { minLength: 1, maxLength: 50 },
  zipCode: { minLength: 1, maxLength: 20 },
  phone: { maxLength: 20 },
  storeNumber: { minLength: 1, maxLength: 50 },
  status: {},
  timezone: { maxLength: 64 },
} as const;

export const updateProjectRequest = {
  title: { minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: {},
  status: { minLength: 1, maxLength: 20 },
  startDate: {},
  targetCompletionDate: {},
} as const;

export const updateRecurringTaskRequest = {
  title: { minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: {},
  assignedTo: {},
  frequency: {},
  nextOccurrence: {},
  active: {},
} as const;

export const updateTaskRequest = {
  title: { minLength: 1, maxLength: 255 },
  description: { maxLength: 10000 },
  locationId: {},
  assignedTo: {},
  dueDate: {},
  projectId: {},
  completed: {},
} as const;

export const updateTicketRequest = {
  title: { minLength: 1, maxLength: 255 },
  description: { minLength: 1, maxLength: 10000 },
  locationId: {},
  assignedTo: {},
  priority: {},
  ticketType: {},
  notes: { maxLength: 10000 },
  status: {},
} as const;
