import { AsyncLocalStorage } from 'node:async_hooks';

/** Who made the current request and which handler runs; all null outside a request. */
export interface RequestContext {
  /** The gateway's request id, the same in logs, responses and audit entries. */
  requestId: string | null;
  /** Also null for an anonymous request. */
  userId: string | null;
  /** For example `TicketsController.list`; null until a route was found. */
  handler: string | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

const noRequest = (): RequestContext => ({ requestId: null, userId: null, handler: null });

/** The context of the current request, or an empty one in background work. */
export const requestContext = (): RequestContext => storage.getStore() ?? noRequest();

/**
 * Runs background work that a request triggered, without that request's context: its log lines and writes do not carry
 * the request's id.
 */
export const outsideRequest = <Result>(work: () => Result): Result => storage.run(noRequest(), work);

/** Provides a {@link requestContext} to everything the starting request calls. */
export function beginRequestContext(requestId: string): RequestContext {
  const context: RequestContext = { requestId, userId: null, handler: null };
  storage.enterWith(context);
  return context;
}
