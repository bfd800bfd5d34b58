import { attachments } from './attachments.ts';
import { auth } from './auth.ts';
import { core } from './core.ts';
import { gateway } from './gateway.ts';
import type { Guard } from './guard.ts';
import { kits } from './kits.ts';
import { notifications } from './notifications.ts';
import { tools } from './tools.ts';

/**
 * Checks that Stryker does not mutate: parts of SQL, migrations, nginx's templates, decorators, `strictObject`, and calls whose
 * removal leaves the rest of a function. Each test must fail without its check.
 */
export const guards: readonly Guard[] = [
  ...kits,
  ...auth,
  ...core,
  ...attachments,
  ...notifications,
  ...gateway,
  ...tools,
];
