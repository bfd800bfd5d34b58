import type { ServiceRequest } from '@mainstay/service-kit';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Language, languageOf } from './language-of.ts';

/** The one of our languages that the browser prefers. Not `@Headers()`, which documents the header as required. */
export const PreferredLanguage = createParamDecorator((_data: unknown, context: ExecutionContext): Language =>
  languageOf(context.switchToHttp().getRequest<ServiceRequest>().headers['accept-language']),
);
