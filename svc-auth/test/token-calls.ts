import type { TestUser } from '@mainstay/service-kit/testing';
import request from 'supertest';
import { type CreatedTokenResponse, createdTokenResponse } from '../src/tokens/tokens.schemas.ts';
import type { AuthService } from './auth-service.ts';

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
