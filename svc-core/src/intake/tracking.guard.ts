import { publicNotFound, type ServiceRequest, hashOfCode, isCode } from '@mainstay/service-kit';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { type TrackedReport, TrackingRepository } from './tracking.repository.ts';

interface RequestWithToken extends ServiceRequest {
  params: { token?: string };
  trackedReport?: TrackedReport;
}

const requestOf = (context: ExecutionContext): RequestWithToken =>
  context.switchToHttp().getRequest<RequestWithToken>();

/**
 * Lets only requests with the token of a report in the path that can be tracked now.
 * @throws Problem 404, always the same
 */
@Injectable()
export class TrackingGuard implements CanActivate {
  constructor(private readonly reports: TrackingRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { token = '' } = request.params;
    const found = isCode(token) ? await this.reports.find(hashOfCode(token)) : null;
    if (!found) throw publicNotFound();
    request.trackedReport = found;
    return true;
  }
}

/** The report of a handler under {@link TrackingGuard}. */
export const Tracked = createParamDecorator((_data: unknown, context: ExecutionContext): TrackedReport => {
  const { trackedReport } = requestOf(context);
  if (!trackedReport) throw new Error('@Tracked() needs TrackingGuard on the handler');
  return trackedReport;
});
