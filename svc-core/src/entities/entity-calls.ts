import {
  type Page,
  type ResponseOptions,
  ReturnsCreated,
  ReturnsEntity,
  ReturnsNoContent,
  ReturnsPage,
  ReturnsUpdated,
  type Versioned,
} from '@mainstay/service-kit';
import { applyDecorators, Delete, Get, Patch, Post } from '@nestjs/common';
import type { z } from 'zod';

type Options = Pick<ResponseOptions, 'description' | 'problems'>;

/** Decorates a method that returns what is documented. */
type Call<Result> = <Handler extends (...parameters: never[]) => Promise<Result>>(
  target: object,
  name: string,
  handler: TypedPropertyDescriptor<Handler>,
) => void;

/**
 * The routes of the calls that every entity has, with their documentation: `@call.create('Adds a task.')` is
 * `POST /api/tasks`, and `createTask` in the OpenAPI document.
 * @param name in operation ids, for example `Task`; `names` of the list
 */
export const entityCalls = <Body>(response: z.ZodType<Body>, name: string, names = `${name}s`) => ({
  list: (summary: string, options?: Options & Pick<ResponseOptions, 'filter'>): Call<Page<Body>> =>
    applyDecorators(Get(), ReturnsPage(response, { operationId: `list${names}`, summary, ...options })),
  get: (summary: string): Call<Versioned<Body>> =>
    applyDecorators(Get(':id'), ReturnsEntity(response, { operationId: `get${name}`, summary })),
  create: (summary: string, options?: Options): Call<Versioned<Body>> =>
    applyDecorators(Post(), ReturnsCreated(response, { operationId: `create${name}`, summary, ...options })),
  update: (summary: string, options?: Options): Call<Versioned<Body>> =>
    applyDecorators(
      Patch(':id'),
      ReturnsUpdated(response, { operationId: `update${name}`, summary, ...options }),
    ),
  delete: (summary: string): Call<void> =>
    applyDecorators(Delete(':id'), ReturnsNoContent({ operationId: `delete${name}`, summary })),
});
