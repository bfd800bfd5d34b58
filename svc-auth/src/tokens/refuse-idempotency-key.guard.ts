import { badRequest } from '@mainstay/service-kit';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';

/** For creations whose response holds a secret: it is not kept, so a retry cannot return it. @throws Problem 400 */
@Injectable()
export class RefuseIdempotencyKey implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers['idempotency-key'] === undefined) return true;
    throw badRequest({
      'Idempotency-Key': [
        'Not supported here: the response holds a secret that is not kept. Send the request without it.',
      ],
    });
  }
}
