/** A call of the API, as it is sent again and again. */
export interface Route {
  /** `tickets: list` */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{0}` stands for the id it is about. */
  path: string;
  /** JSON in which `{n}` stands for a number that no other request has. */
  body?: string;
  status: number;
  /** The ids it is about, one after the other and again from the start. */
  ids?: readonly string[];
  /** SQL that returns the ids of $1 rows, for a call that uses each id once. */
  uses?: string;
}

const description = 'It happened this morning and should be looked at before the weekend.';

/** What is listed, read, created, changed and deleted under an address of its own. */
interface Noun {
  name: string;
  /** Of the table; those of `insert` are SQL in which `n` is the number of the row. */
  insert: Record<string, string>;
  /** Bodies; a new entity also gets a location. */
  create: object;
  change: object;
}

const titled = (title: string) => ({ title: `'${title} ' || n`, description: `'${description}'` });

const nouns: Noun[] = [
  {
    name: 'tickets',
    insert: { ...titled('Oven'), ticket_type: `'repair'` },
    create: { title: 'Oven {n}', description, ticketType: 'repair' },
    change: { title: 'Oven {n}', priority: 'high' },
  },
  {
    name: 'recurring-tasks',
    insert: {
      ...titled('Filters'),
      frequency: `'weekly'`,
      next_occurrence: `now() + interval '7 days'`,
    },
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
    insert: titled('Filter'),
    create: { title: 'Filter {n}', description },
    change: { title: 'Filter {n}' },
  },
  {
    name: 'projects',
    insert: titled('Refit'),
    create: { title: 'Refit {n}', description },
    change: { title: 'Refit {n}' },
  },
];

/** SQL that inserts $1 rows and returns their ids. */
const insertion = ({ name, insert }: Noun): string =>
  `INSERT INTO core.${name.replace('-', '_')} (location_id, ${Object.keys(insert).join(', ')})
   SELECT (SELECT id FROM core.locations ORDER BY id LIMIT 1), ${Object.values(insert).join(', ')}
   FROM generate_series(1, $1::int) n RETURNING id`;

/**
 * The calls of svc-core that are measured.
 * @param idsOf inserts $1 rows that stay, and returns their ids
 */
export async function routesOf(
  locationId: string,
  idsOf: (insertion: string) => Promise<string[]>,
): Promise<Route[]> {
  const routes: Route[] = [{ name: 'statistics', method: 'GET', path: '/api/stats', status: 200 }];
  for (const noun of nouns) {
    const { name, create, change } = noun;
    const path = `/api/${name}`;
    const one = { path: `${path}/{0}`, ids: await idsOf(insertion(noun)) };
    const body = JSON.stringify({ ...create, locationId });
    routes.push(
      { name: `${name}: list`, method: 'GET', path: `${path}?limit=50`, status: 200 },
      { ...one, name: `${name}: read`, method: 'GET', status: 200 },
      { name: `${name}: create`, method: 'POST', path, status: 201, body },
      { ...one, name: `${name}: change`, method: 'PATCH', status: 200, body: JSON.stringify(change) },
      { name: `${name}: delete`, method: 'DELETE', path: one.path, status: 204, uses: insertion(noun) },
    );
  }
  return routes;
}
