import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './files.ts';

describe('in-order.sh', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'in-order-'));
    cpSync(join(root, 'tools/deploy/in-order.sh'), join(checkout, 'tools/deploy/in-order.sh'));
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** Runs it where only these services are, by name with the tables that they read; a schema has no hyphens. */
  function ordered(services: Record<string, string[]>) {
    for (const [name, reads] of Object.entries(services)) {
      const service = { name, schema: name.replaceAll('-', '_'), paths: [`/api/${name}.json`], reads };
      mkdirSync(join(checkout, `svc-${name}`));
      writeFileSync(join(checkout, `svc-${name}/service.json`), JSON.stringify(service, null, 2));
    }
    const { status, stdout, stderr } = spawnSync(join(checkout, 'tools/deploy/in-order.sh'), {
      encoding: 'utf8',
    });
    return { status, names: stdout.split('\n').filter((line) => line !== ''), stderr };
  }

  it('names a domain of a domain after it, whatever they are called', () => {
    const { names } = ordered({
      'a-last': ['spare_parts.parts', 'zeta.users'],
      'spare-parts': ['zeta.users'],
      zeta: [],
    });
    expect(names).toEqual(['zeta', 'spare-parts', 'a-last']);
  });

  it('fails for a table of no service, and for a cycle', () => {
    expect(ordered({ one: ['gone.tables'] })).toMatchObject({
      status: 1,
      names: [],
      stderr: 'svc-one reads gone.tables, which is no service’s.\n',
    });
    const cycle = ordered({ two: ['three.rows'], three: ['two.rows'] });
    expect(cycle.status).not.toBe(0);
  });
});
