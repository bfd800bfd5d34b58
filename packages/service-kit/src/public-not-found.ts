import { Problem } from './problem.ts';

/** Without what differs between two responses. */
class PublicNotFound extends Problem {
  override toBody(): ReturnType<Problem['toBody']> {
    return super.toBody();
  }
}

/**
 * 404 of the public calls, the same bytes whatever was asked: without the request's id and address, so that nobody can tell
 * an unknown code from one that is not valid any more.
 */
export const publicNotFound = (): Problem =>
  new PublicNotFound(404, 'Not found. This address does not exist, or is no longer valid.');
