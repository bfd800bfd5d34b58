import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { SignInProblem } from './sign-in-problem.ts';

/** Redirects to the sign-in screen, which says what the word means. The cause is logged alone. */
@Catch(SignInProblem)
export class SignInProblemFilter implements ExceptionFilter<SignInProblem> {
  private readonly logger = new Logger(SignInProblemFilter.name);

  catch({ word, cause }: SignInProblem, host: ArgumentsHost): void {
    this.logger.warn({ err: cause }, `A sign-in with the company's account ended: ${word}`);
    host.switchToHttp().getResponse<Response>().redirect(`/auth?problem=${word}`);
  }
}
