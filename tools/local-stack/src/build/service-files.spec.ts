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
    expect(inOrder([...services].reverse()).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it('names the services of a cycle', () => {
    const services = [
      service('x', 'a.rows'),
      service('a', 'b.rows'),
      service('b', 'c.rows'),
      service('c', 'a.rows'),
    ];
    expect(() => inOrder(services)).toThrow('in a cycle: svc-a → svc-b → svc-c → svc-a');
  });

  it.each(['nobody.rows', 'a.rows'])('refuses %s, which belongs to no other service', (table) => {
    expect(() => inOrder([service('a', table)])).toThrow(
      /svc-a\/service\.json reads .*no other service's schema/,
    );
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
    expect(names).toEqual(expect.arrayContaining(['auth', 'core', 'attachments']));
    expect(names.indexOf('auth')).toBeLessThan(names.indexOf('core'));
    expect(names.indexOf('core')).toBeLessThan(names.indexOf('attachments'));
  });

  it.each([
    ['{', /svc-a\/service\.json is not JSON/],
    ['[]', /svc-a\/service\.json must have the name of its folder/],
    ['{"name":"b"}', /svc-a\/service\.json must have the name of its folder/],
    ['{"name":"a","schema":"a; DROP"}', /svc-a\/service\.json must name its schema/],
    ['{"name":"a","schema":"a","reads":"auth.users"}', /svc-a\/service\.json must list the tables it reads/],
  ])('refuses %s', (content, message) => {
    write('svc-a', content);
    expect(() => listServices(checkout)).toThrow(message);
  });

  it('names two services with one schema', () => {
    write('svc-a', JSON.stringify(service('a')));
    write('svc-b', JSON.stringify({ ...service('b'), schema: 'a' }));
    expect(() => listServices(checkout)).toThrow('svc-a and svc-b have the same schema: a.');
  });
});
