import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemPages } from '../src/problem-pages.ts';
import { startSystem, type System } from './running-gateway.ts';

const templates = join(import.meta.dirname, '../nginx/http');
const read = (name: string) => readFileSync(join(templates, `${name}.conf.template`), 'utf8');

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

it('the pages are those of the table in the documents', () => {
  expect(read('problem-pages')).toBe(problemPages());
});

/** The first group of each place where a pattern matches. */
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found = '']) => found);
const [ofGateway = ''] = all(read('problems'), /map \$status \$problem_code \{([^}]*)\}/g);
const codesOfGateway = all(ofGateway, /(\w+);/g);

it('every code of the table is declared by a call, thrown by a service or returned by the gateway', () => {
  const files = (pattern: string) =>
    globSync(join(import.meta.dirname, '../..', pattern)).map((file) => readFileSync(file, 'utf8'));
  const declared = files('svc-*/openapi.json').flatMap((text) => all(text, /"x-codes": \[([^\]]*)\]/g));
  const thrown = files('svc-*/src/**/*.ts').flatMap((text) =>
    all(text, /\b(?:new Problem|conflict|forbidden)\(\s*'(\w+)'/g),
  );
  const returned = [...declared.flatMap((list) => all(list, /"(\w+)"/g)), ...thrown, ...codesOfGateway];
  const table = all(read('problem-pages'), /^ {4}(\w+) "[^"]/gm);
  expect(table.filter((code) => !returned.includes(code))).toEqual([]);
  expect(thrown).toContain('changed_since_preview');
});

it('every code of the gateway has a page that says what it means and what to do', async () => {
  expect(codesOfGateway).toContain('rate_limited');
  for (const code of codesOfGateway) {
    const { status, headers, body } = await system.gateway.ask(`/problems/${code}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body.toString()).toMatch(
      new RegExp(`<h1><code>${code}</code></h1><h2>What it means</h2><p>.+</p><h2>What to do</h2><p>.+</p>`),
    );
  }
});

it.each(['/problems', '/problems/', '/problems/nothing', '/problems/not_found/x', '/problems/default'])(
  '%s is no page of a problem',
  async (path) => {
    const { body } = await system.gateway.ask(path);
    expect(body.toString()).not.toContain('What it means');
  },
);
