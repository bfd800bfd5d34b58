import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegistryNames } from '../src/remote-loads/registry-names.ts';
import { useEmptyAuth } from './auth-service.ts';

const load = { remote: 'maintenance', outcome: 'loaded', milliseconds: 184 };

const REGISTRY_DIR = mkdtempSync(join(tmpdir(), 'registry-'));
afterAll(() => rmSync(REGISTRY_DIR, { recursive: true }));
const auth = useEmptyAuth({ REGISTRY_DIR });
/** Writes the registry as a publisher does, and has it read. */
async function publish(text: string): Promise<void> {
  writeFileSync(join(REGISTRY_DIR, 'registry.json'), text);
  auth.app.get(RegistryNames).run();
  await auth.app.get(RegistryNames).idle();
}
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

  it('counts by the names of the registry alone, those of later releases included', async () => {
    const labels = async () => {
      const found = (await metrics()).matchAll(/^remote_loads_total\{remote="([^"]+)"/gm);
      return [...new Set([...found].map(([, name]) => name))].sort();
    };
    for (let number = 1; number <= 25; number += 1) await report({ remote: `made-up-${number}` });
    await report({});
    expect(await labels()).toEqual(['other']);
    await publish(
      '{"shell":{"name":"shell"},"remotes":[{"name":"maintenance"}],"disabled":[{"name":"locations"}]}',
    );
    for (const remote of ['maintenance', 'locations', 'made-up-1', 'shell']) await report({ remote });
    expect(await labels()).toEqual(['locations', 'maintenance', 'other']);
    // Half a file, and the names of before stay.
    await publish('{"remotes":[');
    await report({ remote: 'equipment' });
    expect(await labels()).toEqual(['locations', 'maintenance', 'other']);
    await publish('{"remotes":[{"name":"maintenance"},{"name":"equipment"}]}');
    await report({ remote: 'equipment' });
    expect(await labels()).toContain('equipment');
  });

  it('counts outcomes by remote, and the duration of successful loads', async () => {
    await publish('{"remotes":[{"name":"counted"}]}');
    const counted = { remote: 'counted' };
    expect([await report(counted, 2), await report({ ...counted, outcome: 'integrity' })]).toEqual([
      [204, 204],
      [204],
    ]);
    const text = await metrics();
    for (const line of [
      'remote_loads_total{remote="counted",outcome="loaded"} 2',
      'remote_loads_total{remote="counted",outcome="integrity"} 1',
      'remote_load_duration_seconds_bucket{le="0.25",remote="counted"} 2',
      'remote_load_duration_seconds_count{remote="counted"} 2',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it('accepts 120 reports per minute and user', async () => {
    const statuses = await report({}, 122);
    expect(statuses).toEqual(statuses.map((_, index) => (index < 120 ? 204 : 429)));
    expect(await report({})).toEqual([204]);
  });
});
