import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { Answers, type AnswerOptions } from './answers.ts';
import type { Page } from './page.ts';
import type { ServiceRequest } from './principal.ts';

/** Answers a page's items as the array and the rest in headers: `X-Total-Count`, and `Link` to the next page. */
@Injectable()
export class PageInterceptor implements NestInterceptor<Page<unknown>, unknown[]> {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(context: ExecutionContext, next: CallHandler<Page<unknown>>): Observable<unknown[]> {
    const http = context.switchToHttp();
    const { httpAdapter } = this.adapterHost;
    return next.handle().pipe(
      map(({ items, total, next: cursor }) => {
        const response = http.getResponse<object>();
        httpAdapter.setHeader(response, 'X-Total-Count', String(total));
        if (cursor !== null) {
          const { url } = http.getRequest<ServiceRequest>();
          httpAdapter.setHeader(response, 'Link', `<${withCursor(url, cursor)}>; rel="next"`);
        }
        return items;
      }),
    );
  }
}

/** The same address at another cursor, without origin: a reference relative to the request (RFC 8288, 3.1). */
export function withCursor(url: string, cursor: string): string {
  const [path = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}

/** {@link Answers} for a list: 200 with an array, its handler returns a {@link Page}. */
export const AnswersPage = (item: z.ZodType, options: AnswerOptions): MethodDecorator =>
  applyDecorators(
    Answers(200, z.array(item), {
      ...options,
      problems: [400, 401, ...(options.problems ?? [])],
      headers: {
        Link: 'The address of the next page with rel="next"; absent on the last page.',
        'X-Total-Count': 'How many there are under the same filters, on all pages.',
      },
    }),
    UseInterceptors(PageInterceptor),
  );
