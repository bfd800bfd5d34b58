import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { type ReturnedProblem, Returns, type ResponseOptions } from './returns.ts';
import { ENTITY_TAG_HEADER, EntityTagInterceptor } from './entity-tag.ts';

type Options = Pick<
  ResponseOptions,
  'operationId' | 'summary' | 'description' | 'problems' | 'problemWords' | 'headers'
>;

/** One entity and its ETag; the handler returns a `Versioned` body. For other problems than the usual ones below. */
export const ReturnsVersioned = (status: number, schema: z.ZodType, options: Options): MethodDecorator =>
  applyDecorators(
    Returns(status, schema, { ...options, headers: { ...ENTITY_TAG_HEADER, ...options.headers } }),
    UseInterceptors(EntityTagInterceptor),
  );

/** Documents what {@link import('./idempotency.ts').Idempotency} says of a repeated response. */
const REPLAYED_HEADER = {
  'Idempotent-Replayed': '`true`: the response of the first request with this `Idempotency-Key`.',
};

const withUsual = ({ problems = [], ...options }: Options, usual: ReturnedProblem[]): Options => ({
  ...options,
  problems: [...usual, ...problems],
});

/** 200 with one entity and its ETag; the handler returns a `Versioned` body. */
export const ReturnsEntity = (schema: z.ZodType, options: Options): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      description: 'ETag of the version you have. Returns 304 while it is the present one.',
      required: false,
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'Not changed since the version in `If-None-Match`.' }),
    ReturnsVersioned(200, schema, withUsual(options, [401, 404])),
  );

/** 201 with the created entity and its ETag; the handler takes the request's `@IdempotencyKey()`. */
export const ReturnsCreated = (schema: z.ZodType, options: Options): MethodDecorator =>
  ReturnsVersioned(
    201,
    schema,
    withUsual({ ...options, headers: REPLAYED_HEADER }, [400, 401, 403, 413, 415, 422]),
  );

/** 200 with the updated entity and its new ETag; the handler takes the request's `@IfMatch()`. */
export const ReturnsUpdated = (schema: z.ZodType, options: Options): MethodDecorator =>
  ReturnsVersioned(200, schema, withUsual(options, [400, 401, 403, 404, 412, 413, 415]));

/** 204 after a removal; the handler takes the request's `@IfMatch()`. */
export const ReturnsNoContent = (options: Options): MethodDecorator =>
  Returns(204, null, withUsual(options, [400, 401, 403, 404, 412]));
