import { strings } from '../strings.ts';

/** The kind of failure, as the metrics count it. */
export type FaultKind = keyof typeof strings.remotes.faults;

/** Why a remote cannot be shown, in words for the user. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, options: { cause?: unknown; about?: string } = {}) {
    super(strings.remotes.faults[kind](options.about ?? ''), { cause: options.cause });
    this.kind = kind;
  }
}
