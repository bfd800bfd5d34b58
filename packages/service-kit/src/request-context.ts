import { AsyncLocalStorage } from 'node:async_hooks';

/** Who made the current request and which handler runs; all null outside a request. */
export interface RequestContext {
  /** The gateway's request id, the same in logs, responses and audit entries. */
  requestId: string | null;
  /** Also null for an anonymous request. */
  userId: string | null;
  /** How it came: in the app, with a token, from a reporter or a vendor, or as a change of many. For the audit triggers. */
  via: 'app' | 'api' | 'qr' | 'vendor' | 'bulk' | null;
  /** For example `TicketsController.list`; null until a route was found. */
  handler: string | null;
  /** Whether a person wants it: it extends the idle limit of its session. */
  extendsSession: boolean;
  /**
   * Writes the request's log line and metrics now instead of at its end. Called when a response begins that may last
   * for hours, such as a stream.
   */
  observe: () => void;
  /** Says in a header that the response is that of an earlier request with the same `Idempotency-Key`. */
  markReplayed: () => void;
}

const storage = new AsyncLocalStorage<RequestContext>();

const noRequest = (): RequestContext => ({
  requestId: null,
  userId: null,
  via: null,
  handler: null,
  extendsSession: true,
  observe: () => undefined,
  markReplayed: () => undefined,
});

/** The context of the current request, or an empty one in background work. */
export const requestContext = (): RequestContext => storage.getStore() ?? noRequest();

/**
 * Runs background work that a request triggered, without that request's context: its log lines and writes do not carry
 * the request's id.
 */
export const outsideRequest = <Result>(work: () => Result): Result => storage.run(noRequest(), work);

/** Provides a {@link requestContext} to everything the starting request calls. */
export function beginRequestContext(requestId: string, extendsSession = true): RequestContext {
  const context: RequestContext = { ...noRequest(), requestId, extendsSession };
  storage.enterWith(context);
  return context;
}
