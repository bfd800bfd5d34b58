/** How the bare server builds a response from rows (bare-responses.ts). */
export type ResponseForm = 'rows' | 'located rows' | 'attachments' | 'tickets' | 'entities';

/** What is listed, read, created, changed and deleted under an address of its own. */
export interface Noun {
  name: string;
  service: 'auth' | 'core' | 'attachments';
  path: string;
  /** SQL that inserts $1 rows and returns their ids. */
  insert: string;
  /** Bodies; `{n}` is replaced with a unique number. A new entity also gets a location. */
  create: object;
  change: object;
  form: ResponseForm;
}

const located = (table: string, columns: string, values: string): string =>
  `INSERT INTO ${table} (location_id, ${columns})
   SELECT (SELECT id FROM core.locations ORDER BY id LIMIT 1), ${values} FROM generate_series(1, $1::int) n RETURNING id`;

const description = 'It happened this morning and should be looked at before the weekend.';

export const nouns: Noun[] = [
  {
    name: 'tickets',
    service: 'core',
    path: '/api/tickets',
    form: 'tickets',
    insert: located(
      'core.tickets',
      'title, description, ticket_type',
      `'Oven ' || n, '${description}', 'repair'`,
    ),
    create: {
      title: 'Oven {n}',
      description,
      ticketType: 'repair',
    },
    change: {
      title: 'Oven {n}',
      priority: 'high',
    },
  },
  {
    name: 'recurring tasks',
    service: 'core',
    path: '/api/recurring-tasks',
    form: 'located rows',
    insert: located(
      'core.recurring_tasks',
      'title, description, frequency, next_occurrence',
      `'Filters ' || n, '${description}', 'weekly', now() + interval '7 days'`,
    ),
    create: {
      title: 'Filters {n}',
      description,
      frequency: 'weekly',
      nextOccurrence: '2099-12-31T14:00:00Z',
    },
    change: { title: 'Filters {n}' },
  },
  {
    name: 'tasks',
    service: 'core',
    path: '/api/tasks',
    form: 'located rows',
    insert: located('core.tasks', 'title, description', `'Filter ' || n, '${description}'`),
    create: {
      title: 'Filter {n}',
      description,
    },
    change: { title: 'Filter {n}' },
  },
  {
    name: 'projects',
    service: 'core',
    path: '/api/projects',
    form: 'located rows',
    insert: located('core.projects', 'title, description', `'Refit ' || n, '${description}'`),
    create: {
      title: 'Refit {n}',
      description,
    },
    change: { title: 'Refit {n}' },
  },
  {
    name: 'locations',
    service: 'core',
    path: '/api/locations',
    form: 'rows',
    insert: `INSERT INTO core.locations (name, address, city, state, zip_code, store_number, timezone)
      SELECT 'Street ' || n, '1 Main Street', 'Springfield', 'NY', '10001', gen_random_uuid()::text, 'America/New_York'
      FROM generate_series(1, $1::int) n RETURNING id`,
    create: {
      name: 'Street {n}',
      address: '1 Main Street',
      city: 'Springfield',
      state: 'NY',
      zipCode: '10001',
      storeNumber: 'N-{n}',
      timezone: 'America/New_York',
    },
    change: { name: 'Street {n}' },
  },
];

/** Files as rows alone, all on the first ticket or on the last. */
const attachments = (direction: 'ASC' | 'DESC'): string => `
  INSERT INTO attachments.attachments (ticket_id, file_name, file_type, file_size, object_path)
  SELECT (SELECT id FROM core.tickets ORDER BY id ${direction} LIMIT 1), 'oven.jpg', 'image/jpeg', 120000,
    'uploads/' || gen_random_uuid()
  FROM generate_series(1, $1::int) RETURNING id`;

export const insertAttachments = attachments('ASC');
export const insertAttachmentsElsewhere = attachments('DESC');

/** Tokens of one user. */
export const insertTokens = (userId: string): string => `
  INSERT INTO auth.tokens (user_id, name, token_hash, read_only)
  SELECT '${userId}', 'Weekly report ' || n, md5(random()::text) || md5(random()::text), true
  FROM generate_series(1, $1::int) n RETURNING id`;

export const insertUsers = `
  INSERT INTO auth.users (email, password_hash, first_name, last_name, role)
  SELECT gen_random_uuid() || '@example.com', 'none', 'Dana', 'Reyes ' || n, 'district_manager'
  FROM generate_series(1, $1::int) n RETURNING id`;

/** Pairs of district managers and locations that are not assigned to one another; two that go opposite ways do not meet. */
const pairs = (direction: 'ASC' | 'DESC'): string => `
  SELECT u.id AS manager_id, l.id AS location_id FROM auth.users u CROSS JOIN core.locations l
  WHERE u.role = 'district_manager' AND NOT EXISTS (
    SELECT FROM core.manager_assignments WHERE manager_id = u.id AND location_id = l.id)
  ORDER BY l.id ${direction}, u.id LIMIT $1`;

export const unassigned = pairs('ASC');

export const insertAssignments = `
  INSERT INTO core.manager_assignments (manager_id, location_id) ${pairs('DESC')} RETURNING manager_id, location_id`;
