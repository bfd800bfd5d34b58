import { hashOfCode, isCode, publicNotFound, type ServiceRequest } from '@mainstay/service-kit';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type LinkedJob, LinksRepository } from './links.repository.ts';

interface RequestWithLink extends ServiceRequest {
  params: { token?: string };
  linkedJob?: LinkedJob;
}

const requestOf = (context: ExecutionContext): RequestWithLink =>
  context.switchToHttp().getRequest<RequestWithLink>();

/**
 * Lets only requests with the token of a job in the path, also of one whose link is dead.
 * @throws Problem 404, always the same
 */
@Injectable()
export class LinkGuard implements CanActivate {
  constructor(private readonly links: LinksRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { token = '' } = request.params;
    const found = isCode(token) ? await this.links.find(hashOfCode(token)) : null;
    if (!found) throw publicNotFound();
    request.linkedJob = { ...found, token };
    return true;
  }
}

/** The job of a handler under {@link LinkGuard}. */
export const Linked = createParamDecorator((_data: unknown, context: ExecutionContext): LinkedJob => {
  const { linkedJob } = requestOf(context);
  if (!linkedJob) throw new Error('@Linked() needs LinkGuard on the handler');
  return linkedJob;
});
