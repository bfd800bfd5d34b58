import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthService, startAuthService } from './auth-service.ts';

const load = { remote: 'maintenance', outcome: 'loaded', milliseconds: 184 };

let auth: AuthService;

beforeAll(async () => {
  auth = await startAuthService();
});
afterAll(() => auth.close());

const manager = () => auth.createUser({ role: 'district_manager' });
const metrics = async () => (await auth.as().get('/metrics')).text;

describe('POST /api/remote-loads', () => {
  it('accepts only the name of a remote, a known outcome and a duration', async () => {
    const user = await manager();
    for (const wrong of [
      { remote: undefined },
      { remote: 'Maintenance' },
      { remote: 'a"} 1' },
      { remote: 'x'.repeat(41) },
      { outcome: 'fine' },
      { milliseconds: -1 },
      { milliseconds: 1.5 },
      { milliseconds: 600_001 },
      { milliseconds: '184' },
      { version: 'v1' },
    ]) {
      const { status } = await auth
        .as(user)
        .post('/api/remote-loads')
        .send({ ...load, ...wrong });
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
    }
    expect(await metrics()).not.toMatch(/^remote_loads_total\{/m);
  });

  it('counts outcomes by remote, and the duration of successful loads', async () => {
    const agent = auth.as(await manager());
    for (const outcome of ['loaded', 'loaded', 'integrity']) {
      expect((await agent.post('/api/remote-loads').send({ ...load, outcome })).status).toBe(204);
    }
    const text = await metrics();
    expect(text).toContain('remote_loads_total{remote="maintenance",outcome="loaded"} 2\n');
    expect(text).toContain('remote_loads_total{remote="maintenance",outcome="integrity"} 1\n');
    expect(text).toContain('remote_load_duration_seconds_bucket{le="0.25",remote="maintenance"} 2\n');
    expect(text).toContain('remote_load_duration_seconds_count{remote="maintenance"} 2\n');
  });

  it('creates at most twenty time series from the names that browsers send', async () => {
    const agent = auth.as(await manager());
    for (let number = 1; number <= 25; number += 1) {
      await agent
        .post('/api/remote-loads')
        .send({ ...load, remote: `made-up-${number}` })
        .expect(204);
    }
    const names = (await metrics()).matchAll(/^remote_loads_total\{remote="([^"]+)"/gm);
    const distinct = new Set([...names].map(([, name]) => name));
    expect(distinct.size).toBe(21);
    expect(distinct).toContain('other');
  });

  it('accepts 120 reports per minute and user', async () => {
    const agent = auth.as(await manager());
    const statuses: number[] = [];
    for (let number = 0; number < 121; number += 1) {
      statuses.push((await agent.post('/api/remote-loads').send(load)).status);
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(120);
    const refused = await agent.post('/api/remote-loads').send(load);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(
      (
        await auth
          .as(await manager())
          .post('/api/remote-loads')
          .send(load)
      ).status,
    ).toBe(204);
  });
});
