import {
  applyDecorators,
  HttpCode,
  SerializeOptions,
  StandardSchemaSerializerInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { type ProblemCode, type ProblemStatus, statusOfCode } from './problem-codes.ts';
import { problemResponse, usualCodesOf } from './problem-response.ts';

/** A status stands for its usual codes. */
export type ReturnedProblem = Exclude<ProblemStatus, 409 | 410> | ProblemCode;

export interface ResponseOptions {
  /** For example `createTicket`. */
  operationId: string;
  summary: string;
  /** A sentence or two: what it does beyond the summary, and what it refuses. Who may call it is added. */
  description: string;
  /**
   * What this operation can return besides 503: statuses, with their usual codes, and further codes. A 409 or 410 has
   * no usual codes.
   */
  problems?: readonly ReturnedProblem[];
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
    ...problemResponses([...problems, 503], problemWords),
    ...(filter && filterSchema
      ? [SerializeOptions({ schema: filterSchema }), UseInterceptors(StandardSchemaSerializerInterceptor)]
      : []),
  );
}

/** A response for each status, with its codes. */
function problemResponses(problems: readonly ReturnedProblem[], words: Record<number, string>) {
  const codes = new Map<number, Set<string>>();
  for (const problem of problems) {
    const status = typeof problem === 'number' ? problem : statusOfCode(problem);
    const added = typeof problem === 'number' ? usualCodesOf(problem) : [problem];
    codes.set(status, new Set([...(codes.get(status) ?? []), ...added]));
  }
  return [...codes].map(([status, some]) =>
    ApiResponse({ status, ...problemResponse(status, { words: words[status], codes: [...some] }) }),
  );
}

function elementOf(schema: z.ZodArray): z.ZodType {
  const { element } = schema;
  if (!(element instanceof z.ZodType)) throw new TypeError('an array whose element is not a schema');
  return element;
}
