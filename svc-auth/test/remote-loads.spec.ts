import { describe, expect, it } from '@jest/globals';
import { useEmptyAuth } from './auth-service.ts';

const load = { remote: 'maintenance', outcome: 'loaded', milliseconds: 184 };

const auth = useEmptyAuth();
/** Another user for each test, because reports are counted by user. */
const report = async (body: object, count = 1): Promise<number[]> => {
  const agent = auth.as(await auth.createUser('district_manager'));
  const statuses: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { status, headers } = await agent.post('/api/remote-loads').send({ ...load, ...body });
    statuses.push(status);
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  return statuses;
};
const metrics = async () => (await auth.as().get('/metrics')).text;

describe('POST /api/remote-loads', () => {
  it.each([
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
  ])('rejects %j', async (wrong) => {
    expect(await report(wrong)).toEqual([400]);
    expect(await metrics()).not.toMatch(/^remote_loads_total\{/m);
  });

  it('counts outcomes by remote, and the duration of successful loads', async () => {
    expect([await report({}, 2), await report({ outcome: 'integrity' })]).toEqual([[204, 204], [204]]);
    const text = await metrics();
    for (const line of [
      'remote_loads_total{remote="maintenance",outcome="loaded"} 2',
      'remote_loads_total{remote="maintenance",outcome="integrity"} 1',
      'remote_load_duration_seconds_bucket{le="0.25",remote="maintenance"} 2',
      'remote_load_duration_seconds_count{remote="maintenance"} 2',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it('creates at most twenty time series from the names that browsers send', async () => {
    for (let number = 1; number <= 25; number += 1) await report({ remote: `made-up-${number}` });
    const names = (await metrics()).matchAll(/^remote_loads_total\{remote="([^"]+)"/gm);
    const distinct = new Set([...names].map(([, name]) => name));
    expect(distinct.size).toBe(21);
    expect(distinct).toContain('other');
  });

  it('accepts 120 reports per minute and user', async () => {
    const statuses = await report({}, 122);
    expect(statuses).toEqual(statuses.map((_, index) => (index < 120 ? 204 : 429)));
    expect(await report({})).toEqual([204]);
  });
});
