/** An error for the user: the command prints its message and exits with 1. */
export class Failure extends Error {}
