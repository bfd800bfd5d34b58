import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  HttpException,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { documentedHeader } from './documented-header.ts';
import { requestOf, type ServiceRequest } from './principal.ts';
import { badRequest, Problem } from './problem.ts';

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

/** 304: the client has this version already. Sent without a body. */
export class NotModified extends HttpException {
  constructor() {
    super('', 304);
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

const headerOf = ({ headers }: Pick<ServiceRequest, 'headers'>, name: string): string | undefined => {
  const header = headers[name];
  return Array.isArray(header) ? header.join(',') : header;
};

/**
 * Sends a handler's {@link Versioned} result: its body, and its version as `ETag` (RFC 9110, 8.8.3); to a read whose
 * `If-None-Match` names that version, only that it is still the one.
 */
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
        const request = requestOf(context);
        const known = SAFE_METHODS.has(request.method) ? headerOf(request, 'if-none-match') : undefined;
        if (known !== undefined && namesTag(known, tagOf(version))) throw new NotModified();
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

const ENTITY_TAG = /^(?:\*|(?:W\/)?"[^"]*")$/;

/**
 * The check of {@link IfMatch}, from the headers of a request.
 * @throws Problem 400 for what is no tag
 */
export function preconditionOf(request: Pick<ServiceRequest, 'headers'>): Precondition {
  const tags = headerOf(request, 'if-match');
  if (tags === undefined) return () => undefined;
  if (!tags.split(',').every((tag) => ENTITY_TAG.test(tag.trim()))) {
    throw badRequest({ 'If-Match': ['Must be an ETag with its quotes, such as "3".'] });
  }
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
