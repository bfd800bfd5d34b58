/** Why a sign-in with the company's account failed: the word in `/auth?problem=`. */
type ProblemWord =
  'not_known' | 'not_verified' | 'inactive' | 'linked' | 'cancelled' | 'expired' | 'unavailable';

/** Ends a sign-in with the company's account. The cause is logged; the browser gets the word alone. */
export class SignInProblem extends Error {
  override readonly name = 'SignInProblem';

  constructor(
    readonly word: ProblemWord,
    options?: ErrorOptions,
  ) {
    super(word, options);
  }
}
