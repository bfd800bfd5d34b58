/** An error that the user can act on: the console shows only its message before a non-zero exit. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Output of the program that failed, shown above the message. */
  readonly output: string | undefined;

  constructor(sentence: string, options: ErrorOptions & { output?: string } = {}) {
    super(sentence, options);
    this.output = options.output;
  }
}

/** The same code also means the kernel's limit of watched files. */
const DISK_FULL = /ENOSPC(?!: System limit)|no space left on device|disk quota exceeded|EDQUOT/i;

/** What the console shows for any thrown value. A full disk is recognized in any of them. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeFailure(error.errors[0]);
  const text = error instanceof Error ? error.message : String(error);
  const output = error instanceof Failure ? (error.output ?? '') : '';
  if (DISK_FULL.test(text) || DISK_FULL.test(output)) {
    return 'The disk is full: free some space and start again (nothing that was stored is lost).';
  }
  if (error instanceof Failure) return output === '' ? text : `${output.trimEnd()}\n\n${text}`;
  const code = String(codeOf(error));
  if (code.startsWith('ERR_PARSE_ARGS')) return text;
  if (code === 'EACCES' || code === 'EPERM') {
    return `${text}: this belongs to another user; start as that user, or remove the folder .mainstay first.`;
  }
  return error instanceof Error ? (error.stack ?? text) : text;
}

/** The code of a system error, for example `EADDRINUSE`. */
export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
