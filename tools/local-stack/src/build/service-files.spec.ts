import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inOrder, listServices, type Service } from './service-files.ts';

const service = (name: string, ...reads: string[]): Service => ({ name, schema: name, reads });

describe('inOrder', () => {
  it('puts each service after those whose tables it reads', () => {
    const services = [service('a', 'c.rows', 'b.rows'), service('b', 'c.rows', 'c.others'), service('c')];
    expect(inOrder(services).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(inOrder(services.toReversed()).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it.each([
    ['in a cycle: svc-a → svc-b → svc-c → svc-a', ['x', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'a']],
    ["svc-a/service.json reads nobody, which is no other service's schema", ['a', 'nobody']],
    ["svc-a/service.json reads a, which is no other service's schema", ['a', 'a']],
  ])('refuses: %s', (message, ...services) => {
    const all = services.map(([name = '', read]) => service(name, `${read}.rows`));
    expect(() => inOrder(all)).toThrow(message);
  });
});

describe('listServices', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'services-'));
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  const write = (folder: string, content: string) => {
    mkdirSync(join(checkout, folder), { recursive: true });
    writeFileSync(join(checkout, folder, 'service.json'), content);
  };

  it('finds those of this checkout', () => {
    const names = listServices().map(({ name }) => name);
    const own = names.filter((name) => ['auth', 'core', 'attachments'].includes(name));
    expect(own).toEqual(['auth', 'core', 'attachments']);
  });

  it.each(['[]', '{"name":"b","schema":"a","reads":[]}', '{"name":"a","reads":[]}'])(
    'refuses %s',
    (content) => {
      write('svc-a', content);
      expect(() => listServices(checkout)).toThrow(/svc-a\/service\.json must have the name of its folder/);
    },
  );

  it('names two services with one schema', () => {
    write('svc-a', JSON.stringify(service('a')));
    write('svc-b', JSON.stringify({ ...service('b'), schema: 'a' }));
    expect(() => listServices(checkout)).toThrow('svc-a and svc-b have the same schema: a.');
  });
});
