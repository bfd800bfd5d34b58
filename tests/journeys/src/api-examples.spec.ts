import { type APIRequestContext, expect, test } from '@playwright/test';
import { z } from 'zod';
import { password, people } from './people.ts';

const operationShape = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        example: z.string().optional(),
        schema: z.object({ example: z.unknown().optional() }).default({}),
      }),
    )
    .default([]),
  requestBody: z
    .object({
      content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string().optional() }) })),
    })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
  'x-access': z.union([z.literal('everyone'), z.array(z.string())]).optional(),
});
type Operation = z.infer<typeof operationShape>;
const documentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationShape)),
  components: z.object({ schemas: z.record(z.string(), z.object({ example: z.unknown().optional() })) }),
});
type Document = z.infer<typeof documentShape>;

/** What leaves somebody behind, changes something for all, or needs a file, S3, a state or a secret of its own. */
const LEFT_OUT = [
  'POST /api/register',
  'POST /api/logout',
  'PATCH /api/user',
  'POST /api/tokens',
  'POST /api/oidc/backchannel-logout',
  'POST /api/imports/equipment',
  'POST /api/imports/locations',
  'POST /api/attachments/s3/multipart',
  'GET /api/attachments/s3/sts',
  'GET /api/attachments/s3/params',
  'POST /api/tickets/{id}/attachments',
  'GET /api/oidc/login',
  'GET /api/oidc/callback',
  'GET /api/events',
  'POST /api/tickets/{id}/approval',
  'POST /api/checklist-runs/{id}/complete',
  'POST /api/vendor-jobs/{id}/confirm',
  'POST /api/vendor-jobs/{id}/return',
  'PATCH /api/completion-rules/{ticketType}',
  'PATCH /api/response-targets/{priority}',
  'PUT /api/notification-settings',
  'POST /api/notification-settings/test',
];

const isForAdmins = ({ 'x-access': access = 'everyone' }: Operation): boolean =>
  access === 'everyone' || access.includes('admin');

/** The address with what the document gives, or with an own `id`; undefined where it does not give all that is required. */
function filled(path: string, { parameters }: Operation, id?: string): string | undefined {
  const given = parameters
    .filter(({ required }) => required)
    .map(({ name, in: place, example, schema }) => {
      const value = name === 'id' && id !== undefined ? id : (example ?? schema.example);
      return { name, place, value: typeof value === 'string' ? value : undefined };
    });
  if (given.some(({ value }) => value === undefined)) return undefined;
  const query = given.filter(({ place }) => place === 'query').map(({ name, value }) => `${name}=${value}`);
  const address = given.reduce((text, { name, value = '' }) => text.replace(`{${name}}`, value), path);
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

/** The calls of administrators that are not left out, each with the example of its body. */
const callsOf = ({ paths, components }: Document) =>
  Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )
    .map((call) => {
      const [content] = Object.values(call.operation.requestBody?.content ?? {});
      const data = components.schemas[content?.schema.$ref?.split('/').at(-1) ?? '']?.example;
      return { ...call, name: `${call.method.toUpperCase()} ${call.path}`, data };
    })
    .filter(({ name, operation }) => isForAdmins(operation) && !LEFT_OUT.includes(name));
type Call = ReturnType<typeof callsOf>[number];

const isCreation = ({ method, operation }: Call) =>
  method === 'post' && operation.responses['201'] !== undefined;
const hasId = z.object({ id: z.string().optional() });

/** Sends a call with its examples, and says what is refused. */
function callerOf(request: APIRequestContext) {
  const refused: string[] = [];
  const sent = new Set<string>();
  const send = async ({ name, path, method, operation, data }: Call, id?: string) => {
    const address = filled(path, operation, id);
    if (address === undefined) return undefined;
    sent.add(name);
    const response = await request.fetch(address, { method, ...(data !== undefined && { data }) });
    if (!response.ok()) refused.push(`${name}: ${response.status()} ${await response.text()}`);
    return response;
  };
  return { send, refused, sent };
}

test('calls succeed with the examples of the documents and the demo data', async ({ request }) => {
  const document = documentShape.parse(await (await request.get('/api/docs/all.json')).json());
  // Whom no other journey needs.
  await request.post('/api/login', { data: { email: 'renee.castillo@example.com', password } });
  const calls = callsOf(document);
  const { send, refused, sent } = callerOf(request);
  for (const call of calls.filter(({ method }) => method === 'get')) await send(call);
  const changes = calls.filter((call) => call.method !== 'get' && !isCreation(call));
  for (const creation of calls.filter(isCreation)) {
    const response = await send(creation);
    const { id } = hasId.parse(response?.ok() ? await response.json() : {});
    // Changes are of what was created here: other journeys need the demo data. The removal is last.
    const path = `/api/${creation.path.split('/').at(-1)}/{id}`;
    const own = changes.filter((call) => id !== undefined && `${call.path}/`.startsWith(`${path}/`));
    const isRemoval = (call: Call) => Number(call.path === path && call.method === 'delete');
    for (const change of own.sort((one, other) => isRemoval(one) - isRemoval(other))) await send(change, id);
    if (creation.path === '/api/managers/assign')
      for (const change of changes) if (change.path.startsWith('/api/managers/')) await send(change);
  }
  for (const change of changes) if (!change.path.includes('{')) await send(change);
  expect(refused).toEqual([]);
  expect([...sent]).toEqual(
    expect.arrayContaining([
      'GET /api/users/{id}',
      'POST /api/tickets/{id}/comments',
      'PATCH /api/comments/{id}',
      'POST /api/tickets/{id}/resume',
      'DELETE /api/managers/{managerId}/locations/{locationId}',
      'POST /api/tickets/bulk',
    ]),
  );
});

const personShape = z.object({ firstName: z.string(), lastName: z.string(), email: z.string().optional() });

/** All people in an example. */
function peopleIn(value: unknown): z.infer<typeof personShape>[] {
  if (typeof value !== 'object' || value === null) return [];
  const { data } = personShape.safeParse(value);
  return [...(data ? [data] : []), ...Object.values(value).flatMap(peopleIn)];
}

test('who is named in examples is in the demo data, but who registers', async ({ request }) => {
  const { components } = documentShape.parse(await (await request.get('/api/docs/all.json')).json());
  await request.post('/api/login', { data: { email: people.admin, password } });
  const known = personShape.array().parse(await (await request.get('/api/managers')).json());
  const named = Object.entries(components.schemas)
    .filter(([name]) => name !== 'RegisterRequest')
    .flatMap(([, { example }]) => peopleIn(example));
  expect(named.length).toBeGreaterThan(10);
  for (const { email, ...name } of named)
    expect(known).toContainEqual(expect.objectContaining({ ...name, ...(email && { email }) }));
  const registering = personShape.parse(components.schemas['RegisterRequest']?.example);
  expect(known.map(({ email }) => email)).not.toContain(registering.email);
});
