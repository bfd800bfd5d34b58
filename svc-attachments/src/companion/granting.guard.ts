import { forbidden, type ServiceRequest } from '@mainstay/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';

/**
 * For the widget's GETs that hand out leave to write: what every call that changes something must be, though GET says
 * it changes nothing. It comes from our own pages or from no page, and not with a token that can only read.
 */
@Injectable()
export class GrantingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, principal } = context.switchToHttp().getRequest<ServiceRequest>();
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      throw forbidden('This call came from another site.');
    }
    if (principal?.via === 'read-only-token') throw forbidden('This token can only read.');
    return true;
  }
}
