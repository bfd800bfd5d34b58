import type { TestUser } from '@mainstay/service-kit/testing';
import { randomInt } from 'node:crypto';
import request from 'supertest';
import { type CreatedTokenResponse, createdTokenResponse } from '../src/tokens/tokens.schemas.ts';
import type { AuthService } from './auth-service.ts';

/** An id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';

/** A client address outside of our network: attempts are counted by address. */
export const randomAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`;

/** The body of a registration. */
export const registration = (email: string, more: object = {}) => ({
  email,
  password: 'secret',
  firstName: 'Ana',
  lastName: 'Silva',
  ...more,
});

/** Creates a token through the API, in its user's session. */
export async function createToken(
  auth: AuthService,
  user: TestUser,
  body: object = {},
): Promise<CreatedTokenResponse> {
  const response = await auth
    .as(user)
    .post('/api/tokens')
    .send({ name: 'script', ...body })
    .expect(201);
  return createdTokenResponse.parse(response.body);
}

/** A supertest client that sends a token. */
export const withToken = (auth: AuthService, token: string): ReturnType<typeof request.agent> =>
  request.agent(auth.app.getHttpServer()).set('Authorization', `Bearer ${token}`);
