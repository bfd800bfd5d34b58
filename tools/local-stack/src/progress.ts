const FIRST_SIGN_MS = 1000;
const SIGN_OF_LIFE_MS = 10_000;

/** Console lines with the seconds since the command was started; steps may overlap. */
export class Progress {
  private readonly startedAt: number;
  private readonly write: (line: string) => void;

  /** @param startedAt when the command was started, in epoch milliseconds. */
  constructor(startedAt: number, write: (line: string) => void = (line) => console.log(line)) {
    this.startedAt = startedAt;
    this.write = write;
  }

  /** Seconds since the command was started. */
  elapsed(): number {
    return (Date.now() - this.startedAt) / 1000;
  }

  say(text: string): void {
    this.write(`[${this.elapsed().toFixed(1).padStart(5)} s] ${text}`);
  }

  /** Runs `work` as a named step: reports it after a moment, then every ten seconds, and at the end. */
  async step<Result>(
    title: string,
    work: () => Promise<Result>,
    outcome?: (result: Result) => string,
  ): Promise<Result> {
    const begun = Date.now();
    const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
    const first = setTimeout(() => this.say(`${title} …`), FIRST_SIGN_MS);
    const later = setInterval(() => this.say(`${title} … ${seconds()}`), SIGN_OF_LIFE_MS);
    try {
      const result = await work();
      this.say(`${title}: ${outcome?.(result) ?? 'done'} (${seconds()})`);
      return result;
    } finally {
      clearTimeout(first);
      clearInterval(later);
    }
  }
}
