import { describe, expect, it } from '@jest/globals';
import { unknownId, useCoreService } from './core-service.ts';

const core = useCoreService();

const ticket = () => core.bodyOf('tickets');

describe('an invalid request', () => {
  it.each([
    ['an array as body', '[]', 400],
    ['null as body', 'null', 400],
    ['incomplete JSON', '{"title":', 400],
    ['__proto__ in a body', '{"__proto__":{"role":"admin"},"title":"x"}', 400],
    ['a body of 150 KB', JSON.stringify({ title: 'x'.repeat(150_000) }), 413],
  ])('%s', async (_name, body, status) => {
    const response = await core
      .as(core.admin)
      .post('/api/tickets')
      .set('Content-Type', 'application/json')
      .send(body);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(response.body).toMatchObject({
      status,
      detail: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a body of %s',
    async (type) => {
      const response = await core
        .as(core.admin)
        .post('/api/tickets')
        .set('Content-Type', type)
        .send(JSON.stringify(ticket()));
      expect(response.status).toBe(415);
    },
  );

  it('another method', async () => {
    const response = await core.as(core.admin).put(`/api/tickets/${unknownId}`).send(ticket());
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, PATCH, DELETE');
  });

  it.each([
    '/api/tickets/',
    '/api//tickets',
    '/API/tickets',
    '/api/tickets/%2e%2e/locations',
    '/api/ticket',
    '/api/tickets/%ff',
    '/api/tickets/%zz',
  ])('another address: %s', async (path) => {
    const response = await core.as(core.admin).get(path);
    expect([response.status, response.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('while a table is locked', () => {
  it('returns 503 with Retry-After instead of hanging', async () => {
    const locker = await core.backends.admin.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE core.tickets');
      const started = Date.now();
      const responses = await Promise.all([
        core.as(core.admin).get('/api/tickets'),
        core.as(core.admin).post('/api/tickets').send(ticket()),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([503, 503]);
      expect(responses.map(({ headers }) => Number(headers['retry-after']))).toEqual([1, 1]);
      expect(Date.now() - started).toBeLessThan(3000);
    } finally {
      await locker.query('ROLLBACK');
      locker.release();
    }
    expect((await core.as(core.admin).get('/api/tickets')).status).toBe(200);
  });
});
