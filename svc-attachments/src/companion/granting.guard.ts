import { forbidden, otherSite, type ServiceRequest } from '@mainstay/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/**
 * The checks of a write for the widget's GET operations that return write permissions: the request must come from our
 * own pages or from no page, and not with a read-only token.
 */
@Injectable()
export class GrantingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw otherSite();
    if (principal?.via === 'read-only-token') throw forbidden('read_only', 'This token is read-only.');
    return true;
  }
}
