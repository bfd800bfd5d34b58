import { AsyncLocalStorage } from 'node:async_hooks';

/** Who asked for what happens now; all null outside a request. */
export interface RequestContext {
  /** The gateway's id of the request, the same in logs, answers and audit entries. */
  requestId: string | null;
  /** Null for an anonymous call too. */
  userId: string | null;
  /** For example `TicketsController.list`; null until a route was found. */
  handler: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

const noRequest = (): RequestContext => ({ requestId: null, userId: null, handler: null });

/** The context of the request being handled, or an empty one in background work. */
export const requestContext = (): RequestContext => storage.getStore() ?? noRequest();

/** Runs background work that a request only triggers: its log lines and writes do not carry that request's id. */
export const outsideRequest = <Result>(work: () => Result): Result => storage.run(noRequest(), work);

/** Makes a {@link requestContext} known to everything that the request now beginning calls. */
export function beginRequestContext(requestId: string): RequestContext {
  const context: RequestContext = { requestId, userId: null, handler: null };
  storage.enterWith(context);
  return context;
}
