/** How long a session goes on, as the server said. */
export interface Lifetime {
  /** Without another request of a person. */
  idleMs: number;
  /** When a person last used it (ms since 1970, by this browser's clock). */
  usedAt: number;
  /** When it ends at the latest (ms since 1970, by this browser's clock). */
  endsAt: number;
}

/** The default of the services, for one that does not say so yet. */
const DEFAULT_S = 43_200;

/** The time (ms since 1970). While this page is open it goes on, whoever sets the clock back. */
export const now = (): number => Math.max(Date.now(), performance.timeOrigin + performance.now());

/** Reads the header `Session-Lifetime`. */
export function lifetimeOf(header: string | null): Lifetime {
  const secondsOf = (name: string, otherwise = DEFAULT_S) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(header ?? '')?.[1] ?? otherwise);
  return {
    idleMs: 1000 * secondsOf('idle'),
    // An older service extends it for each request.
    usedAt: now() - 1000 * secondsOf('unused', 0),
    endsAt: now() + 1000 * secondsOf('remaining'),
  };
}

/** Until when a session goes on that a person last used `at` this time. */
export const endOf = (
  at: number,
  { idleMs, endsAt }: Pick<Lifetime, 'idleMs' | 'endsAt'> = lifetimeOf(null),
): number => Math.min(at + idleMs, endsAt);
