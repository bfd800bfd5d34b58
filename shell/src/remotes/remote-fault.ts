import { strings } from '../strings.ts';

/** What went wrong, as the metrics count it. */
export type FaultKind = keyof typeof strings.remotes.faults;

/** Why a remote is not on the page, in words for the person who wanted it. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, options: { cause?: unknown; about?: string } = {}) {
    super(strings.remotes.faults[kind](options.about ?? ''), { cause: options.cause });
    this.kind = kind;
  }
}
