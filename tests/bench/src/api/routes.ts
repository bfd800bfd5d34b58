import {
  type ResponseForm,
  insertAssignments,
  insertAttachmentsElsewhere,
  insertTokens,
  type Noun,
  nouns,
  unassigned,
} from './nouns.ts';

/** A call of the API, as it is sent again and again. */
export interface Route {
  /** `tickets: list` */
  name: string;
  service: Noun['service'];
  who: 'admin' | 'manager';
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{0}` and `{1}` stand for the ids it is about. */
  path: string;
  /** JSON in which `{0}` and `{1}` stand for ids and `{n}` for a number that no other request has. */
  body?: string;
  status: number;
  /** The ids it is about, one after the other and again from the start. */
  ids?: readonly string[][];
  /** SQL that returns the ids of $1 rows, for a call that uses each id once. */
  uses?: string;
  /** What the bare server makes of the rows. */
  form: ResponseForm;
  /** The bare server's response differs, because it signs no addresses. */
  isResponseOther?: boolean;
}

/** What is there all the time. */
export interface Standing {
  /** Ids of rows that stay, by the name of the noun. */
  ids: Record<string, string[][]>;
  adminId: string;
  locationId: string;
  ticketId: string;
}

const body = (content: object): string => JSON.stringify(content);

/** Five calls of each noun. */
const ofNouns = ({ ids: standing, locationId }: Standing): Route[] =>
  nouns.flatMap(({ name, service, path, insert, create, change, form }): Route[] => {
    const common = { service, who: 'admin', form } as const;
    const one = { ...common, path: `${path}/{0}`, ids: standing[name] ?? [] };
    const place = name === 'locations' ? {} : { locationId };
    const [list, created] = [`${path}?limit=50`, body({ ...create, ...place })];
    return [
      { ...common, name: `${name}: list`, method: 'GET', path: list, status: 200 },
      { ...one, name: `${name}: read`, method: 'GET', status: 200 },
      { ...common, name: `${name}: create`, method: 'POST', path, status: 201, body: created },
      { ...one, name: `${name}: change`, method: 'PATCH', status: 200, body: body(change) },
      { ...common, name: `${name}: delete`, method: 'DELETE', path: one.path, status: 204, uses: insert },
    ];
  });

const ofCore: Route[] = [
  { name: 'statistics', path: '/api/stats' },
  { name: 'employees: list', path: '/api/managers?limit=50' },
  { name: 'own locations: list', path: '/api/user/assigned-locations?limit=50', who: 'manager' as const },
  {
    name: 'assignments: create',
    method: 'POST' as const,
    path: '/api/managers/assign',
    status: 201,
    body: body({
      managerId: '{0}',
      locationId: '{1}',
    }),
    uses: unassigned,
    isResponseOther: true,
  },
  {
    name: 'assignments: delete',
    method: 'DELETE' as const,
    status: 204,
    path: '/api/managers/{0}/locations/{1}',
    uses: insertAssignments,
  },
].map((route) => ({ service: 'core', who: 'admin', method: 'GET', status: 200, form: 'rows', ...route }));

const ofAuth = (users: string[][], adminId: string): Route[] =>
  [
    { name: 'session and profile: read', path: '/api/user' },
    { name: 'employees: read', path: '/api/users/{0}', ids: users },
    {
      name: 'employees: change',
      method: 'PATCH' as const,
      path: '/api/users/{0}',
      ids: users,
      body: body({ lastName: 'Reyes {n}' }),
    },
    {
      name: 'employees: activate',
      method: 'PATCH' as const,
      path: '/api/users/{0}/active',
      ids: users,
      body: body({ active: true }),
    },
    // The administrator has thousands, to be revoked.
    { name: 'tokens: list', path: '/api/tokens', who: 'manager' as const },
    {
      name: 'tokens: revoke',
      method: 'DELETE' as const,
      path: '/api/tokens/{0}',
      status: 204,
      uses: insertTokens(adminId),
    },
  ].map((route) => ({
    service: 'auth',
    who: 'admin',
    method: 'GET',
    status: 200,
    form: 'entities',
    ...route,
  }));

const ofAttachments = (ticketId: string, attachments: string[][]): Route[] =>
  [
    {
      name: 'attachments: list',
      path: `/api/tickets/${ticketId}/attachments`,
      form: 'attachments' as const,
    },
    {
      name: 'attachments: download address',
      path: '/api/attachments/{0}/download',
      ids: attachments,
      isResponseOther: true,
    },
    {
      name: 'attachments: delete',
      method: 'DELETE' as const,
      path: '/api/attachments/{0}',
      status: 204,
      uses: insertAttachmentsElsewhere,
    },
  ].map((route) => ({
    service: 'attachments',
    who: 'admin',
    method: 'GET',
    status: 200,
    form: 'rows',
    ...route,
  }));

/**
 * The calls that are measured: all that screens and scripts make, but for those whose cost is a hash (sign-in has its own
 * row) or a file (so have uploads).
 */
export const routesOf = (standing: Standing): Route[] => [
  ...ofNouns(standing),
  ...ofCore,
  ...ofAuth(standing.ids['employees'] ?? [], standing.adminId),
  ...ofAttachments(standing.ticketId, standing.ids['attachments'] ?? []),
];
