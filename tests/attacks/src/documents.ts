import type { Caller } from '@mainstay/test-kit';

/** As much of JSON Schema as the documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Content = Record<string, { schema: Schema }>;

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
  'x-access': 'everyone' | string[];
}

export interface ApiDocument {
  /** The service's, without `svc-`. */
  name: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** One call of the API. */
export interface Route {
  document: ApiDocument;
  /** In capitals. */
  method: string;
  /** With `{names}` in it. */
  path: string;
  operation: Operation;
}

/** The documents of all services as the gateway passes them on to everybody. */
export async function readDocuments(anyone: Caller): Promise<ApiDocument[]> {
  const { body: list } = await anyone.ask('GET', '/api/docs/services.json');
  return Promise.all(
    (list as { services: string[] }).services.map(async (name) => {
      const { body } = await anyone.ask('GET', `/api/docs/${name}.json`);
      return { ...(body as ApiDocument), name };
    }),
  );
}

export const routesOf = (documents: readonly ApiDocument[]): Route[] =>
  documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        document,
        path,
        operation,
        method: method.toUpperCase(),
      })),
    ),
  );
