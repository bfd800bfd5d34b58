import { afterAll, expect, it } from '@jest/globals';
import { createService } from '@mainstay/service-kit';
import type { INestApplication } from '@nestjs/common';
import type { Server } from 'node:http';
import request from 'supertest';
import { serviceOptions } from '../src/service-options.ts';
import { registration, useEmptyAuth } from './auth-service.ts';

const [old, fresh] = ['o'.repeat(32), 'n'.repeat(32)];
const origin = { Origin: 'http://localhost:8080' };
const employee = registration('new@rotation.example', { role: 'district_manager' });
const apps: INestApplication<Server>[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});
const auth = useEmptyAuth({ SESSION_SECRET: old });

/** Another replica of the same system with its own list of secrets. */
async function replica(...SESSION_SECRET: string[]): Promise<Server> {
  const app = await createService(serviceOptions({ ...auth.config, SESSION_SECRET }));
  apps.push(app);
  return app.getHttpServer();
}

it('signs nobody out while the old secret is on the list, whichever replica responds', async () => {
  const admin = { email: 'admin@rotation.example', password: 'secret' };
  await auth
    .as()
    .post('/api/register')
    .send({ ...employee, ...admin })
    .expect(201);
  const register = (server: Server, cookie: string) =>
    request(server)
      .post('/api/register')
      .set({ ...origin, cookie, 'Idempotency-Key': 'hire' })
      .send(employee);
  const signIn = async (server: Server): Promise<string> => {
    const { headers } = await request(server).post('/api/login').set(origin).send(admin).expect(200);
    return [headers['set-cookie']]
      .flat()
      .map((cookie) => String(cookie).split(';')[0])
      .join('; ');
  };
  const cookie = await signIn(auth.app.getHttpServer());
  const first = await register(auth.app.getHttpServer(), cookie).expect(201);

  // The new secret is first only accepted, then used for signing, then the only one.
  const knowing = await replica(old, fresh);
  const signing = await replica(fresh, old);
  const later = await signIn(signing);
  for (const server of [knowing, signing]) {
    for (const one of [cookie, later]) {
      await request(server).get('/api/user').set('Cookie', one).expect(200);
      // A retry from before the rotation is still recognized.
      expect((await register(server, one).expect(201)).body).toEqual(first.body);
    }
  }
  const alone = await replica(fresh);
  await request(alone).get('/api/user').set('Cookie', later).expect(200);
  await request(alone).get('/api/user').set('Cookie', cookie).expect(401);
});
