import { randomUUID } from 'node:crypto';

export type Row = Record<string, unknown>;

/** The only step of a stored checklist. */
export const STEP_ID = '01890000-0000-7000-8000-0000000000aa';
const STEPS = JSON.stringify([
  {
    id: STEP_ID,
    text: 'The floor is clean',
    kind: 'pass_fail',
    unit: null,
    min: null,
    max: null,
    required: false,
    photo: 'never',
    onFail: 'none',
    priority: 'medium',
  },
]);

/** Columns of a row of store A, by its table in the schema core. */
export const rowsOf = (storeA: string): Record<string, Row> => {
  const title = { title: 'x', location_id: storeA };
  return {
    tickets: { ...title, description: 'x', ticket_type: 'repair' },
    tasks: title,
    projects: title,
    recurring_tasks: { ...title, frequency: 'daily', next_occurrence: '2099-12-01T09:00:00Z' },
    equipment: { name: 'Fryer', category: 'cooking', location_id: storeA },
    imports: { kind: 'locations' },
    checklists: { name: `Checklist ${randomUUID()}`, steps: STEPS },
    checklist_runs: { name: 'Opening', location_id: storeA, steps: STEPS },
    vendors: { name: `Vendor ${randomUUID()}`, email: 'service@example.com' },
    ticket_costs: { kind: 'parts', amount: '20.00', description: 'Fuse', incurred_on: '2026-03-05' },
  };
};

/** Bodies that create something of store A, by the path after /api/. */
export const bodiesOf = (storeA: string): Record<string, Row> => {
  const title = { title: 'Oven is cold', locationId: storeA };
  return {
    tickets: { ...title, description: 'It does not heat up any more.', ticketType: 'repair' },
    tasks: title,
    projects: title,
    'recurring-tasks': { ...title, frequency: 'weekly', nextOccurrence: '2099-12-01T09:00:00-05:00' },
    equipment: { name: 'Fryer 2', category: 'cooking', locationId: storeA },
    'intake-codes': { locationId: storeA },
    vendors: { name: `Vendor ${randomUUID()}` },
    views: { name: `View ${randomUUID()}`, screen: 'tickets', query: 'status=incoming' },
    checklists: {
      name: `Checklist ${randomUUID()}`,
      steps: [{ text: 'The floor is clean', kind: 'pass_fail' }],
    },
    locations: {
      name: 'Harbour Street',
      address: '12 Harbour Street',
      city: 'Portland',
      state: 'ME',
      zipCode: '04101',
      storeNumber: randomUUID(),
    },
  };
};
