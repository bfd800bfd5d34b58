/** Why a remote is not on the page, in words for the person who wanted it. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
}
