import { publicNotFound, type ServiceRequest, hashOfCode, isCode } from '@mainstay/service-kit';
import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { IntakeRepository, type LiveCode } from './intake.repository.ts';

interface RequestWithCode extends ServiceRequest {
  params: { code?: string };
  intakeCode?: LiveCode;
}

const requestOf = (context: ExecutionContext): RequestWithCode =>
  context.switchToHttp().getRequest<RequestWithCode>();

/**
 * Lets only requests with a code in the path that can be used now. A guard, so that an invalid body is found out after
 * an unknown code.
 * @throws Problem 404, always the same
 */
@Injectable()
export class CodeGuard implements CanActivate {
  constructor(private readonly intake: IntakeRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const { code = '' } = request.params;
    const found = isCode(code) ? await this.intake.code(hashOfCode(code)) : null;
    if (!found) throw publicNotFound();
    request.intakeCode = found;
    return true;
  }
}

/** The code of a handler under {@link CodeGuard}. */
export const UsedCode = createParamDecorator((_data: unknown, context: ExecutionContext): LiveCode => {
  const { intakeCode } = requestOf(context);
  if (!intakeCode) throw new Error('@UsedCode() needs CodeGuard on the handler');
  return intakeCode;
});
