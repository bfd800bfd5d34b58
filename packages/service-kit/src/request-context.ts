import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Observable } from 'rxjs';
import { requestOf } from './principal.ts';

/** Who asked for what happens now; both null outside a request. */
export interface RequestContext {
  userId: string | null;
  requestId: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();
const outside: RequestContext = { userId: null, requestId: null };

/** The context of the request being handled, or an empty one in background work. */
export const requestContext = (): RequestContext => storage.getStore() ?? outside;

/** Makes {@link requestContext} known to everything a handler calls. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { principal, id } = requestOf(context);
    const store: RequestContext = {
      userId: principal?.userId ?? null,
      requestId: typeof id === 'string' ? id : null,
    };
    return new Observable((subscriber) => storage.run(store, () => next.handle().subscribe(subscriber)));
  }
}
