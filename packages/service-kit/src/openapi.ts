import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { problemResponse } from './problem-response.ts';
import { ACCESS_EXTENSION } from './authorize.ts';
import { roles } from './principal.ts';
import { SUNSET_EXTENSION } from './deprecated.ts';
import { createExpressAdapter } from './express/adapter.ts';
import { limitsModule } from './openapi-limits.ts';
import {
  declareLimits,
  describeProblems,
  headersIn,
  otherProblem,
  PROBLEMS_EXTENSION,
  problemTable,
} from './openapi-problems.ts';
import { problemSchema } from './problem.ts';
import { SESSION_COOKIE } from './session.ts';

interface Described {
  module: Parameters<typeof NestFactory.create>[0];
  title: string;
  description: string;
  /** Each tag of the operations, with a sentence. */
  tags: Record<string, string>;
  file: string;
  /** What exists in the demo data, by the path that ends with its parameter: `/api/tickets/{id}`. */
  ids?: Record<string, string>;
  /** Further components by name: of what is no body, such as the data of an event. */
  schemas?: Record<string, z.ZodType>;
}

/**
 * Generates a service's OpenAPI 3.1 document from its controllers and schemas, without connecting to anything. Writes
 * it as JSON to `file`, and next to it `openapi.limits.ts` for forms.
 */
export async function writeOpenApi(options: Described): Promise<void> {
  const app = await NestFactory.create(options.module, createExpressAdapter(), {
    preview: true,
    logger: false,
  });
  const document = SwaggerModule.createDocument(app, headOf(options));
  for (const operation of operationsOf(document)) describeAccess(operation);
  addIds(document, options.ids ?? {});
  addRefusalsOfKeys(document);
  for (const { get, post, put, patch, delete: remove } of Object.values(document.paths)) {
    for (const one of [get, post, put, patch, remove]) {
      if (!one) continue;
      declareLimits(one, one !== get && audienceOf(one) !== 'everyone');
      describeProblems(one, one === get, audienceOf(one));
    }
  }
  const own = Object.entries({ ...options.schemas, Problem: problemSchema }).map(([name, schema]) => {
    const described = z.toJSONSchema(schema);
    delete described.$schema;
    return [name, described] as const;
  });
  const schemas = byName({ ...document.components?.schemas, ...Object.fromEntries(own) });
  openWhatIsReceived(document, new Map(Object.entries(schemas)));
  addExamples(new Map(Object.entries(schemas)));
  const withProblem = {
    ...document,
    components: {
      ...document.components,
      schemas,
      responses: { OtherProblem: otherProblem },
      headers: headersIn(document.paths),
    },
    [PROBLEMS_EXTENSION]: problemTable,
  };
  await writeFile(options.file, `${JSON.stringify(sorted(withProblem), null, 2)}\n`);
  await writeFile(join(dirname(options.file), 'openapi.limits.ts'), limitsModule(schemas));
}

/** What a document says of the whole API. */
function headOf({ title, description, tags }: Described) {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(process.env['npm_package_version'] ?? 'unreleased')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'The gateway that served this document')
    .addCookieAuth(SESSION_COOKIE, { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE }, 'session')
    .addBearerAuth(
      {
        type: 'http',
        // Nest would say JWT.
        bearerFormat: 'opaque',
        description: 'A personal access token from POST /api/tokens: a text without a meaning of its own.',
      },
      'token',
    )
    // The first is what generated clients send.
    .addSecurityRequirements('token')
    .addSecurityRequirements('session');
  for (const [name, sentence] of Object.entries(tags)) builder.addTag(name, sentence);
  return builder.build();
}

/** Says who may call it, and completes its responses. */
function describeAccess(operation: Operation): void {
  operation.description = [operation.description, AUDIENCES[audienceOf(operation)]].join(' ');
  if (operation[ACCESS_EXTENSION] === 'everyone') operation.security = [];
  if (operation[SUNSET_EXTENSION] !== undefined) operation.deprecated = true;
  describeParameters(operation);
}

/**
 * An id in a path is a UUID, unless its controller says what it is. The file that a list returns with `format=csv` is
 * named in words: as another content of 200 it would make every list of a generated client "text or items".
 */
function describeParameters({ parameters = [], responses }: Operation): void {
  for (const parameter of parameters) {
    if (!('name' in parameter)) continue;
    const { name, in: place, schema = {} } = parameter;
    if (place === 'path' && !('pattern' in schema) && !('enum' in schema) && /^id$|Id$/.test(name))
      parameter.schema = { type: 'string', format: 'uuid' };
    const success = name === 'format' ? responses[200] : undefined;
    if (success && 'description' in success)
      success.description = `${success.description.replace(/\.$/, '')}. With \`format=csv\` as \`text/csv\`.`;
  }
}

/** Gives the parameters of paths examples that exist. */
function addIds({ paths }: OpenAPIObject, ids: Record<string, string>): void {
  for (const [path, { get, post, put, patch, delete: remove }] of Object.entries(paths)) {
    const known = Object.entries(ids).filter(([end]) => `${path}/`.startsWith(`${end}/`));
    const examples = new Map(known.map(([end, id]) => [end.split('/').at(-1), id]));
    for (const { parameters = [] } of [get, post, put, patch, remove].filter((each) => each !== undefined)) {
      for (const parameter of parameters) {
        const example = 'name' in parameter ? examples.get(`{${parameter.name}}`) : undefined;
        if (example !== undefined) Object.assign(parameter, { example });
      }
    }
  }
}

/** For an Idempotency-Key where none is supported. */
function addRefusalsOfKeys(document: OpenAPIObject): void {
  for (const { post, patch } of Object.values(document.paths)) {
    for (const write of [post, patch]) if (write) write.responses[400] ??= problemResponse(400);
  }
}

/** Opens the schemas of what only clients receive. A body whose schema has a default may be omitted. */
function openWhatIsReceived(document: OpenAPIObject, components: ReadonlyMap<string, unknown>): void {
  for (const operation of operationsOf(document)) {
    const { requestBody } = operation;
    open(operation.responses);
    if (requestBody && 'content' in requestBody && hasDefault(requestBody.content, components)) {
      requestBody.required = false;
    }
  }
  const sent = namesIn(
    operationsOf(document).map(({ requestBody, parameters }) => [requestBody, parameters]),
    components,
  );
  for (const [name, schema] of components) if (!sent.has(name)) open(schema);
}

/** Zod leaves them out of what a client sends, where a field is trimmed or completed on its way. */
function addExamples(components: ReadonlyMap<string, unknown>): void {
  const { schemas: known } = z.toJSONSchema(z.globalRegistry, { unrepresentable: 'any' });
  for (const [name, component] of components) {
    const example = known[name]?.examples?.[0];
    if (example === undefined || typeof component !== 'object' || component === null) continue;
    if (!('example' in component)) Object.assign(component, { example });
  }
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  [ACCESS_EXTENSION]?: unknown;
  [SUNSET_EXTENSION]?: unknown;
};

const AUDIENCES = {
  everyone: 'Works without signing in.',
  users: 'For administrators and district managers.',
  admins: 'For administrators only.',
  managers: 'For district managers only.',
};

/** Who may call an operation; without roles of its own, everybody who is signed in. */
function audienceOf({ [ACCESS_EXTENSION]: access }: Operation): keyof typeof AUDIENCES {
  if (access === 'everyone') return 'everyone';
  const allowed = Array.isArray(access) ? access : roles;
  if (allowed.length === roles.length) return 'users';
  return allowed.includes('admin') ? 'admins' : 'managers';
}

function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.values(document.paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  );
}

/** What a client receives: a later version may add a field to it, and no client may fail because of that. */
function open(described: unknown): void {
  if (typeof described !== 'object' || described === null) return;
  if ('additionalProperties' in described && described.additionalProperties === false)
    delete described.additionalProperties;
  Object.values(described).forEach(open);
}

/** The names of the components that a part of a document refers to, also through others. */
export function namesIn(
  part: unknown,
  components: ReadonlyMap<string, unknown>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (!found.has(name)) namesIn(components.get(name), components, found.add(name));
  }
  return found;
}

/** Whether a body may be omitted: its schema, which is a component, has a default. */
const hasDefault = (
  content: Record<string, { schema?: object }>,
  components: ReadonlyMap<string, unknown>,
): boolean =>
  Object.values(content).some(({ schema }) => {
    const name = schema && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined;
    const component = components.get(name ?? '');
    return typeof component === 'object' && component !== null && 'default' in component;
  });

/** Sorts paths and components by name, so that the order of the controllers does not matter. */
function sorted(document: Omit<OpenAPIObject, 'components'> & { components: object }): object {
  return {
    ...document,
    paths: byName(document.paths),
    components: Object.fromEntries(
      Object.entries(document.components).map(([kind, members]: [string, unknown]) => [
        kind,
        typeof members === 'object' && members !== null ? byName(members) : members,
      ]),
    ),
  };
}

const byName = (record: object): object =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
