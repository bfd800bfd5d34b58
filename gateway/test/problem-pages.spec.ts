import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
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

it('every code of the gateway has a page that says what it means and what to do', async () => {
  const [, map = ''] = /map \$status \$problem_code \{([^}]*)\}/.exec(read('problems')) ?? [];
  const codes = [...map.matchAll(/(\w+);/g)].map(([, code = '']) => code);
  expect(codes).toContain('rate_limited');
  for (const code of codes) {
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
