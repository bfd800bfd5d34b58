import {
  applyDecorators,
  HttpCode,
  SerializeOptions,
  StandardSchemaSerializerInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';

const PROBLEM_DESCRIPTIONS: Record<number, string> = {
  400: 'The input is not valid; `errors` names the fields.',
  401: 'No session.',
  403: 'Not allowed for this role, or the request came from another site.',
  404: 'Not found, or not visible to you.',
  409: 'Conflicts with the current state.',
  410: 'The cursor cannot be used any more; `cursor` has the one of now.',
  412: 'Changed by somebody else since it was read.',
  413: 'The request is too large.',
  415: 'The content type must be application/json.',
  422: 'Well-formed, but refused; see `detail`.',
  429: 'Too many requests; retry after `Retry-After`.',
  503: 'A dependency is unavailable; retry after `Retry-After`.',
};

/** A problem response in an OpenAPI document. */
export const problemResponse = (status: number, description = PROBLEM_DESCRIPTIONS[status] ?? '') => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

export interface ResponseOptions {
  /** For example `createTicket`. */
  operationId: string;
  summary: string;
  /** A sentence or two: what it does beyond the summary, and what it refuses. Who may call it is added. */
  description: string;
  /** Problem statuses this operation can return besides 503. */
  problems?: (keyof typeof PROBLEM_DESCRIPTIONS)[];
  /** Descriptions of problems that differ from the usual ones. */
  problemWords?: Record<number, string>;
  /** Response headers worth documenting, name → description. */
  headers?: Record<string, string>;
  /**
   * Whether the body is filtered through the schema. False only on a hot path whose repository already selects exactly
   * the schema's fields.
   */
  filter?: boolean;
}

/**
 * A handler's success status and body schema. Documents both, sets the status, and removes fields that the schema does
 * not name. `schema` null means no body.
 */
export function Returns(status: number, schema: z.ZodType | null, options: ResponseOptions): MethodDecorator {
  const { operationId, summary, description, problems = [], problemWords = {}, headers = {} } = options;
  const { filter = true } = options;
  // Nest's serializer handles an array's elements one by one, so it needs the element's schema.
  const filterSchema = schema instanceof z.ZodArray ? elementOf(schema) : schema;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ operationId, summary, description }),
    ApiResponse({
      status,
      description: summary,
      ...(schema === null ? {} : { standardSchema: schema }),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [
          name,
          { description: text, schema: { type: 'string' as const } },
        ]),
      ),
    }),
    ...[...problems, 503].map((problemStatus) =>
      ApiResponse({ status: problemStatus, ...problemResponse(problemStatus, problemWords[problemStatus]) }),
    ),
    ...(filter && filterSchema
      ? [SerializeOptions({ schema: filterSchema }), UseInterceptors(StandardSchemaSerializerInterceptor)]
      : []),
  );
}

function elementOf(schema: z.ZodArray): z.ZodType {
  const { element } = schema;
  if (!(element instanceof z.ZodType)) throw new TypeError('an array whose element is not a schema');
  return element;
}
