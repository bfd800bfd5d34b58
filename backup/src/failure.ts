/** A fault a person can act on: its message is what the command prints before it exits with 1. */
export class Failure extends Error {
  override readonly name = 'Failure';
}
