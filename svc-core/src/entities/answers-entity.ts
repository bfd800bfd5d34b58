import { Answers, type AnswerOptions, ENTITY_TAG_HEADER, EntityTagInterceptor } from '@mainstay/service-kit';
import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { z } from 'zod';

type Options = Pick<AnswerOptions, 'operationId' | 'summary' | 'description' | 'problems'>;

const IfMatchHeader = ApiHeader({
  name: 'If-Match',
  description:
    'The ETag last seen: answers 412 when somebody else changed it since. Without it nothing is checked.',
  schema: { type: 'string', examples: ['"3"'] },
  required: false,
});
const IdempotencyKeyHeader = ApiHeader({
  name: 'Idempotency-Key',
  description:
    'A new random word. A repetition with it, within 24 hours, gives the first answer and creates nothing.',
  schema: { type: 'string', maxLength: 255, examples: ['5a0ee86e-7a44-4a0f-a0c9-0ad5d4b0e3a1'] },
  required: false,
});

const withTag = (
  status: number,
  schema: z.ZodType,
  { problems = [], ...options }: Options,
  usual: NonNullable<Options['problems']>,
): MethodDecorator =>
  applyDecorators(
    Answers(status, schema, { ...options, problems: [...usual, ...problems], headers: ENTITY_TAG_HEADER }),
    UseInterceptors(EntityTagInterceptor),
  );

/** 200 with one entity and its ETag; the handler returns a `Versioned` answer. */
export const AnswersEntity = (schema: z.ZodType, options: Options): MethodDecorator =>
  withTag(200, schema, options, [401, 404]);

/** 201 with what was created and its ETag; the handler takes the request's `@Keyed()`. */
export const AnswersCreated = (schema: z.ZodType, options: Options): MethodDecorator =>
  applyDecorators(withTag(201, schema, options, [400, 401, 403, 413, 415, 422]), IdempotencyKeyHeader);

/** 200 with what was changed and its new ETag; the handler takes the request's `@IfMatch()`. */
export const AnswersChanged = (schema: z.ZodType, options: Options): MethodDecorator =>
  applyDecorators(withTag(200, schema, options, [400, 401, 403, 404, 412, 413, 415]), IfMatchHeader);

/** 204 once it is gone; the handler takes the request's `@IfMatch()`. */
export const AnswersRemoved = ({ problems = [], ...options }: Options): MethodDecorator =>
  applyDecorators(
    Answers(204, null, { ...options, problems: [401, 403, 404, 412, ...problems] }),
    IfMatchHeader,
  );
