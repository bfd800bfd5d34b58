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

/** Records the request ids of this tab's writes, which the API clients report. */
export function recordOwnWrites(): OwnWrites {
  const ids = new Set<string>();
  const onTheirWay = new Set<Promise<void>>();

  const follow = ({ detail: response }: WindowEventMap['mainstay:write']) => {
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
  window.addEventListener('mainstay:write', follow);

  return {
    has: (requestId) => ids.has(requestId),
    pending: () => (onTheirWay.size > 0 ? Promise.all(onTheirWay) : undefined),
    stop: () => window.removeEventListener('mainstay:write', follow),
  };
}
