/** How long a session goes on, as the server said. */
export interface Lifetime {
  /** Without another response of the server. */
  idleMs: number;
  /** When it ends at the latest (ms since 1970, by this browser's clock). */
  endsAt: number;
}

/** The default of the services, for one that does not say so yet. */
const DEFAULT_S = 43_200;

/** The time (ms since 1970). While this page is open it goes on, whoever sets the clock back. */
export const now = (): number => Math.max(Date.now(), performance.timeOrigin + performance.now());

/** Reads the header `Session-Lifetime`. */
export function lifetimeOf(header: string | null): Lifetime {
  const secondsOf = (name: string) =>
    Number(new RegExp(`\\b${name}=(\\d+)`).exec(header ?? '')?.[1] ?? DEFAULT_S);
  return { idleMs: 1000 * secondsOf('idle'), endsAt: now() + 1000 * secondsOf('remaining') };
}

/** Until when a session goes on that the server confirmed `at` this time. */
export const endOf = (at: number, { idleMs, endsAt }: Lifetime = lifetimeOf(null)): number =>
  Math.min(at + idleMs, endsAt);
