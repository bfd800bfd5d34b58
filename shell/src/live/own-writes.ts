/** More than one tab writes in the seconds until its changes come back. */
const MAX_KEPT = 200;

/** The writes that this tab has sent. */
export interface OwnWrites {
  /** Whether a response had this `X-Request-Id`. */
  has: (requestId: string) => boolean;
  /** Resolves once the writes that are on their way have responses; undefined if there are none. */
  pending: () => Promise<unknown> | undefined;
  stop: () => void;
}

const methodOf = (input: RequestInfo | URL, init: RequestInit | undefined): string =>
  (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();

/**
 * Records the request ids of this tab's writes. It sees them at `fetch`, which every copy of the API client calls: remotes of
 * other versions bring their own, and the sign-in page must not carry code for it.
 */
export function recordOwnWrites(): OwnWrites {
  const ids = new Set<string>();
  const onTheirWay = new Set<Promise<void>>();
  const original = globalThis.fetch;

  const follow = (response: Promise<Response>) => {
    const written = response
      .then(
        ({ headers }) => {
          const id = headers.get('x-request-id');
          if (id !== null) ids.add(id);
          for (const oldest of ids) {
            if (ids.size <= MAX_KEPT) break;
            ids.delete(oldest);
          }
        },
        // Whether it was written is unknown: its change counts as somebody else's.
        () => undefined,
      )
      .finally(() => onTheirWay.delete(written));
    onTheirWay.add(written);
  };

  const recording: typeof fetch = (input, init) => {
    const response = original(input, init);
    if (methodOf(input, init) !== 'GET') follow(response);
    return response;
  };
  globalThis.fetch = recording;

  return {
    has: (requestId) => ids.has(requestId),
    pending: () => (onTheirWay.size > 0 ? Promise.all(onTheirWay) : undefined),
    stop: () => {
      if (globalThis.fetch === recording) globalThis.fetch = original;
    },
  };
}
