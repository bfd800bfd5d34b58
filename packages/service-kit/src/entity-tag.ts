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

/** Documents the `ETag` header of a response; for {@link import('./returns.ts').Returns}. */
export const ENTITY_TAG_HEADER = { ETag: 'Version of this entity, for If-Match in a later update.' };

/** A response body with the version of its row. */
export interface Versioned<Body> {
  body: Body;
  /** Increases with each change of the row. */
  version: number;
}

/**
 * Schema of a {@link Versioned} body stored for an Idempotency-Key. The stored field is `answer`, as written by earlier
 * releases, whose replicas may run at the same time and read it.
 */
export const versioned = <Body>(body: z.ZodType<Body>) =>
  z.codec(
    z.object({ answer: body, version: z.int() }),
    z.object({ body: z.custom<Body>(), version: z.int() }),
    {
      decode: ({ answer, version }) => ({ body: answer, version }),
      encode: ({ body: answer, version }) => ({ answer, version }),
    },
  );

const tagOf = (version: number): string => `"${version}"`;

/** What proxies add to the tag of a response that they compress: `"3"` becomes `"3-gzip"`. */
const CODING = /(?:--?|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * Whether `If-Match` or `If-None-Match` names a tag, or any by `*`. Proxies may have weakened it, or added a coding:
 * that is the same version.
 */
export const namesTag = (header: string, entityTag: string): boolean =>
  header.split(',').some((listed) => {
    const tag = listed.trim().replace(/^W\//, '');
    return ['*', entityTag].includes(tag) || tag.replace(CODING, '"') === entityTag;
  });

/** Sends a handler's {@link Versioned} result: its body, and its version as `ETag` (RFC 9110, 8.8.3). */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor<Versioned<unknown>> {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler<Versioned<unknown>>): Observable<unknown> {
    return next.handle().pipe(
      map(({ body, version }) => {
        this.adapterHost.httpAdapter.setHeader(
          context.switchToHttp().getResponse<object>(),
          'ETag',
          tagOf(version),
        );
        return body;
      }),
    );
  }
}

/** Checks that a row still has the version the client read. */
export type Precondition = (version: number) => void;

/**
 * The request's `If-Match` (RFC 9110, 13.1.1) as a check to call with the locked row's version. It throws Problem 412
 * when the row has changed since. Without the header the check always passes.
 */
export const IfMatch = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Precondition => preconditionOf(requestOf(context)),
  [
    documentedHeader({
      name: 'If-Match',
      description: 'ETag of the version you read. Returns 412 if it has changed; omit to skip the check.',
      example: '"3"',
    }),
  ],
);

/** The check of {@link IfMatch}, from the headers of a request. */
export function preconditionOf({ headers }: Pick<ServiceRequest, 'headers'>): Precondition {
  const header = headers['if-match'];
  if (header === undefined) return () => undefined;
  const tags = Array.isArray(header) ? header.join(',') : header;
  return (version) => {
    if (!namesTag(tags, tagOf(version))) {
      throw new Problem(
        'changed',
        'Somebody else changed this in the meantime. Reload the current state and try again.',
        {
          headers: { ETag: tagOf(version) },
        },
      );
    }
  };
}
