import type { INestApplication } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Pool } from 'pg';
import request from 'supertest';
import { hashToken } from '../principal-reader.ts';
import type { Role } from '../principal.ts';
import { RouteTable } from '../route-table.ts';

/** Who calls. `readOnly`: an administrator's token that may only read; `deactivated`: while they were signed in. */
const callers = [
  'anonymous',
  'deactivated',
  'manager',
  'admin',
  'tokenOfManager',
  'tokenOfAdmin',
  'readOnly',
] as const;
export type Caller = (typeof callers)[number];

/** Who may call a route, and the status that they get. */
interface AccessRow {
  access: 'everyone' | 'users' | 'admins';
  status: number;
  /** Tokens get 403: they must not create further access. */
  isSessionOnly?: boolean;
  body?: () => object;
}

/** Every route of a service, for example `PATCH /api/users/:id`. */
export type AccessMatrix = Readonly<Record<string, AccessRow>>;

/** A test for each caller of each route, with the status that the caller must get. */
export const accessCases = (matrix: AccessMatrix) =>
  Object.entries(matrix).flatMap(([route, row]) =>
    callers.map((caller) => ({ route, caller, row, status: statusFor(route, row, caller) })),
  );

function statusFor(
  route: string,
  { access, status, isSessionOnly = false }: AccessRow,
  caller: Caller,
): number {
  if (access === 'everyone') return status;
  if (caller === 'anonymous' || caller === 'deactivated') return 401;
  if (access === 'admins' && /manager/i.test(caller)) return 403;
  if (caller === 'readOnly' && !route.startsWith('GET ')) return 403;
  const isToken = caller !== 'manager' && caller !== 'admin';
  return isSessionOnly && isToken ? 403 : status;
}

/** Routes that the matrix lacks or that do not exist, and routes without a declared access; one sentence each. */
export function accessFaults(app: INestApplication, matrix: AccessMatrix): string[] {
  const routes = app.get(RouteTable).routes();
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  return [
    ...names.filter((name) => !(name in matrix)).map((name) => `${name} is not in the matrix`),
    ...Object.keys(matrix)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is no route`),
    ...routes
      .filter(({ access }) => access === undefined)
      .map(({ method, path }) => `${method} ${path} declares no access`),
  ];
}

/** The headers of a new user of that kind: a request may end the session of its caller. */
export async function headersOf(
  caller: Caller,
  admin: Pool,
  createUser: (user: { role: Role; active: boolean }) => Promise<{ userId: string; cookie: string }>,
): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {};
  const role = /manager/i.test(caller) ? 'district_manager' : 'admin';
  const { userId, cookie } = await createUser({ role, active: caller !== 'deactivated' });
  if (!caller.startsWith('token') && caller !== 'readOnly') return { Cookie: cookie };
  const token = randomUUID();
  await admin.query(
    `INSERT INTO auth.tokens (user_id, name, token_hash, read_only) VALUES ($1, 'test', $2, $3)`,
    [userId, hashToken(token), caller === 'readOnly'],
  );
  return { Authorization: `Bearer ${token}` };
}

/** Sends the request of a route; `id` stands for each of its parameters. */
export async function callRoute(
  app: INestApplication<Server>,
  route: string,
  headers: Record<string, string>,
  { id = '', body }: { id?: string; body?: object | undefined },
): Promise<{ status: number; type: string }> {
  const [method = '', path = ''] = route.split(' ');
  const call = request(app.getHttpServer())
    [methodOf(method)](path.replace(/:[A-Za-z]+/g, id))
    .set(headers);
  return body === undefined ? call : call.send(body);
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
function methodOf(name: string): (typeof methods)[number] {
  const method = methods.find((one) => one.toUpperCase() === name);
  if (method === undefined) throw new Error(`${name} is no method of a route`);
  return method;
}
