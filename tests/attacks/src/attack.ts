import type { Stage } from './stage.ts';

/** What came of an attack, try by try. */
export class Trial {
  tries = 0;
  /** What got through, in words. */
  readonly breaches: string[] = [];
  /** A measured figure for the attack's line. */
  figure: string | undefined;

  /** One try. It is a breach unless what was found is one of the values wanted. */
  expect(what: string, found: unknown, ...wanted: unknown[]): void {
    this.tries += 1;
    if (!wanted.includes(found)) {
      this.breaches.push(`${what}: ${String(found)}, not ${wanted.map(String).join(' or ')}`);
    }
  }
}

/** One row of attacks against the running system. It leaves the system such that the next can follow. */
export type Attack = (stage: Stage, trial: Trial) => Promise<void>;

/** The attacks of one family by what they try. */
export type Family = Record<string, Attack>;
