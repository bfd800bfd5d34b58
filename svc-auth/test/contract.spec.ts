import { expect, it } from '@jest/globals';
import { contractFaults } from '@mainstay/service-kit/testing';
import { configSchema } from '../src/config.ts';
import * as identities from '../src/identities/identities.schemas.ts';
import * as sessions from '../src/sessions/sessions.schemas.ts';
import * as tokens from '../src/tokens/tokens.schemas.ts';
import * as users from '../src/users/users.schemas.ts';
import { useEmptyAuth } from './auth-service.ts';

const service = useEmptyAuth();

it('service.json, openapi.json, its examples and docs/operations.md say what the service does, and break no client', async () => {
  expect(await contractFaults(service, configSchema, [identities, sessions, tokens, users])).toEqual([]);
});
