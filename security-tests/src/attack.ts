import type { Stage } from './stage.ts';

/** What came of an attack, try by try. */
export class Trial {
  tries = 0;
  /** What got through, in words. */
  readonly breaches: string[] = [];
  /** A measured figure for the attack's line. */
  figure: string | undefined;

  /** One try: what was found is what holds, or it is a breach. */
  expect(what: string, found: unknown, ...holds: unknown[]): void {
    this.tries += 1;
    if (!holds.includes(found)) {
      this.breaches.push(`${what}: ${String(found)}, not ${holds.map(String).join(' or ')}`);
    }
  }
}

/** One row of attacks against the running system. It leaves the system such that the next can follow. */
export type Attack = (stage: Stage, trial: Trial) => Promise<void>;

/** The attacks of one family by what they try. */
export type Family = Record<string, Attack>;
