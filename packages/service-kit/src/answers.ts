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
  403: 'Not allowed for this role, or the call came from another site.',
  404: 'Not found, or not visible to you.',
  409: 'In conflict with what is there.',
  412: 'Changed by somebody else since it was read.',
  413: 'Too large.',
  415: 'Only application/json.',
  422: 'Well-formed, but refused; see `detail`.',
  429: 'Too many; Retry-After says when to come back.',
  503: 'A dependency is unavailable; retry after `Retry-After`.',
};

/** A problem in an OpenAPI document. */
export const problemResponse = (status: number) => ({
  description: PROBLEM_DESCRIPTIONS[status] ?? '',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

export interface AnswerOptions {
  /** For example `createTicket`. */
  operationId: string;
  summary: string;
  description?: string;
  /** Problem statuses this call can answer besides 503. */
  problems?: (keyof typeof PROBLEM_DESCRIPTIONS)[];
  /** Response headers worth documenting, name → description. */
  headers?: Record<string, string>;
  /**
   * Whether the answer is passed through the schema before it leaves. True unless the repository already selects
   * exactly the schema's fields on a hot path.
   */
  filter?: boolean;
}

/**
 * A handler's success status and body schema: documents it, sets the status, and lets nothing out that the schema does
 * not name. `schema` null means no body.
 */
export function Answers(status: number, schema: z.ZodType | null, options: AnswerOptions): MethodDecorator {
  const { operationId, summary, description, problems = [], headers = {}, filter = true } = options;
  // Nest's serializer runs an array's elements one by one, so it wants the element's schema.
  const filterSchema = schema instanceof z.ZodArray ? elementOf(schema) : schema;
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ operationId, summary, ...(description === undefined ? {} : { description }) }),
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
      ApiResponse({ status: problemStatus, ...problemResponse(problemStatus) }),
    ),
    ...(filter && filterSchema
      ? [SerializeOptions({ schema: filterSchema }), UseInterceptors(StandardSchemaSerializerInterceptor)]
      : []),
  );
}

function elementOf(schema: z.ZodArray): z.ZodType {
  const { element } = schema;
  if (!(element instanceof z.ZodType)) throw new TypeError('an array of an unknown schema');
  return element;
}
