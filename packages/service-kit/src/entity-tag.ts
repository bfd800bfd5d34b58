import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { documentedHeader } from './documented-header.ts';
import { requestOf, type ServiceRequest } from './principal.ts';
import { Problem } from './problem.ts';

/** Documents the `ETag` of an answer; for {@link import('./answers.ts').Answers}. */
export const ENTITY_TAG_HEADER = { ETag: 'The version of this entity, for If-Match in a later change.' };

/** An answer together with the version of the row it shows. */
export interface Versioned<Answer> {
  answer: Answer;
  /** Grows with each change of the row. */
  version: number;
}

/** A {@link Versioned} answer as it is kept under an Idempotency-Key. */
export const versioned = <Answer>(answer: z.ZodType<Answer>) => z.object({ answer, version: z.int() });

const tagOf = (version: number): string => `"${version}"`;

/** Sends a handler's {@link Versioned} answer: the answer as the body, its version as `ETag` (RFC 9110, 8.8.3). */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor<Versioned<unknown>> {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler<Versioned<unknown>>): Observable<unknown> {
    return next.handle().pipe(
      map(({ answer, version }) => {
        this.adapterHost.httpAdapter.setHeader(
          context.switchToHttp().getResponse<object>(),
          'ETag',
          tagOf(version),
        );
        return answer;
      }),
    );
  }
}

/** Whether a row's version is the one the client last saw. */
export type Precondition = (version: number) => void;

/**
 * The request's `If-Match` (RFC 9110, 13.1.1) as a check to call with the locked row's version.
 * The check throws Problem 412 when somebody else changed the row since. Without the header everything passes.
 */
export const IfMatch = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Precondition => preconditionOf(requestOf(context)),
  [
    documentedHeader({
      name: 'If-Match',
      description:
        'The ETag last seen: answers 412 when somebody else changed it since. Without it nothing is checked.',
      example: '"3"',
    }),
  ],
);

function preconditionOf({ headers }: ServiceRequest): Precondition {
  const header = headers['if-match'];
  if (header === undefined) return () => undefined;
  const tags = (Array.isArray(header) ? header.join(',') : header).split(',').map((tag) => tag.trim());
  return (version) => {
    if (!tags.includes('*') && !tags.includes(tagOf(version))) {
      throw new Problem(
        412,
        'Somebody else changed this in the meantime. Look at the current state and try again.',
        {
          headers: { ETag: tagOf(version) },
        },
      );
    }
  };
}
