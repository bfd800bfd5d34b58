import { attachmentGuards } from './attachment-guards.ts';
import { authGuards } from './auth-guards.ts';
import { coreGuards } from './core-guards.ts';
import { domainGuards } from './domain-guards.ts';
import { gatewayGuards } from './gateway-guards.ts';
import type { Guard } from './guard.ts';
import { kitGuards } from './kit-guards.ts';
import { scopeGuards } from './scope-guards.ts';
import { shellGuards } from './shell-guards.ts';
import { userGuards } from './user-guards.ts';

/** Every guard whose removal a test must notice. */
export const guards: readonly Guard[] = [
  ...kitGuards,
  ...authGuards,
  ...userGuards,
  ...scopeGuards,
  ...coreGuards,
  ...attachmentGuards,
  ...gatewayGuards,
  ...domainGuards,
  ...shellGuards,
];
