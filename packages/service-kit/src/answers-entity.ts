import { applyDecorators, UseInterceptors } from '@nestjs/common';
import type { z } from 'zod';
import { Answers, type AnswerOptions } from './answers.ts';
import { ENTITY_TAG_HEADER, EntityTagInterceptor } from './entity-tag.ts';

type Options = Pick<AnswerOptions, 'operationId' | 'summary' | 'description' | 'problems'>;

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
  withTag(201, schema, options, [400, 401, 403, 413, 415, 422]);

/** 200 with what was changed and its new ETag; the handler takes the request's `@IfMatch()`. */
export const AnswersChanged = (schema: z.ZodType, options: Options): MethodDecorator =>
  withTag(200, schema, options, [400, 401, 403, 404, 412, 413, 415]);

/** 204 once it is gone; the handler takes the request's `@IfMatch()`. */
export const AnswersRemoved = ({ problems = [], ...options }: Options): MethodDecorator =>
  Answers(204, null, { ...options, problems: [401, 403, 404, 412, ...problems] });
