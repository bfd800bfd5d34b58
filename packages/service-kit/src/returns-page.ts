import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { Returns, type ResponseOptions } from './returns.ts';
import type { Page } from './page.ts';
import type { ServiceRequest } from './principal.ts';

/** Sends a page's items as the body, `X-Total-Count`, and `Link` to the next page. A file stays as it is. */
@Injectable()
class PageInterceptor implements NestInterceptor<Page<unknown> | StreamableFile, unknown[] | StreamableFile> {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler<Page<unknown> | StreamableFile>,
  ): Observable<unknown[] | StreamableFile> {
    const http = context.switchToHttp();
    const { httpAdapter } = this.adapterHost;
    return next.handle().pipe(
      map((page) => {
        if (page instanceof StreamableFile) return page;
        const { items, total, next: cursor } = page;
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

/** The same URL with another cursor, without origin: a reference relative to the request (RFC 8288, 3.1). */
export function withCursor(url: string, cursor: string): string {
  const [path = '', query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}

/** {@link Returns} for a list: 200 with an array; the handler returns a {@link Page}, or `pageOrCsv` of it. */
export const ReturnsPage = (item: z.ZodType, options: ResponseOptions): MethodDecorator =>
  applyDecorators(
    Returns(200, z.array(item), {
      ...options,
      problems: [400, 401, ...(options.problems ?? [])],
      headers: {
        Link: 'URL of the next page with rel="next"; absent on the last page.',
        'X-Total-Count': 'Number of items on all pages under the same filters.',
      },
    }),
    UseInterceptors(PageInterceptor),
  );
