import { type APIResponse, expect, test } from '@playwright/test';
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

/** What leaves somebody behind, names somebody, or needs a file, S3 or a secret of its own. */
const LEFT_OUT = [
  'POST /api/register',
  'POST /api/tokens',
  'POST /api/imports/equipment',
  'POST /api/imports/locations',
  'POST /api/managers/assign',
  'POST /api/attachments/s3/multipart',
  'GET /api/attachments/s3/sts',
  'POST /api/tickets/{id}/attachments',
  'GET /api/oidc/login',
  'GET /api/oidc/callback',
  'GET /api/events',
];

const isForAdmins = ({ 'x-access': access = 'everyone' }: Operation): boolean =>
  access === 'everyone' || access.includes('admin');

/** The path with the ids that the document gives; undefined where it does not give all that is required. */
function filled(path: string, { parameters }: Operation): string | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  if (required.some(({ example }) => example === undefined)) return undefined;
  return required.reduce((text, { name, example = '' }) => text.replace(`{${name}}`, example), path);
}

test('reads and creations succeed with the examples of the documents and the demo data', async ({
  request,
}) => {
  const { paths, components } = documentShape.parse(await (await request.get('/api/docs/all.json')).json());
  await request.post('/api/login', { data: { email: people.admin, password } });
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const address = filled(path, operation);
      const name = `${method.toUpperCase()} ${path}`;
      return address === undefined || !isForAdmins(operation) || LEFT_OUT.includes(name)
        ? []
        : [{ name, method, path, address, operation }];
    }),
  );
  const refused: string[] = [];
  const note = async (name: string, response: APIResponse) => {
    if (!response.ok()) refused.push(`${name}: ${response.status()} ${await response.text()}`);
  };
  for (const { name, address } of calls.filter(({ method }) => method === 'get'))
    await note(name, await request.get(address));
  for (const { name, path, address, operation } of calls) {
    if (!name.startsWith('POST ') || operation.responses['201'] === undefined) continue;
    const [content] = Object.values(operation.requestBody?.content ?? {});
    const data = components.schemas[content?.schema.$ref?.split('/').at(-1) ?? '']?.example;
    const created = await request.post(address, data === undefined ? {} : { data });
    await note(name, created);
    const { id } = z.object({ id: z.string().optional() }).parse(created.ok() ? await created.json() : {});
    // What can be deleted does not stay for the journeys that follow.
    if (id !== undefined && paths[`${path}/{id}`]?.['delete']) await request.delete(`${path}/${id}`);
  }
  expect(refused).toEqual([]);
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['GET /api/tickets/{id}', 'POST /api/tickets', 'POST /api/tickets/{id}/comments']),
  );
});
