import { describe, expect, it, jest } from '@jest/globals';
import { type Meta } from '@mainstay/ui/stories';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, type StoryFile } from './entries.ts';

const packages = join(import.meta.dirname, '../../../packages');

/** They decide what is shown, or hand it on, and show nothing themselves. */
const unseen = ['BrowserRouter', 'Fragment', 'MemoryRouter', 'Navigate', 'Route', 'Routes', 'ToastContext'];

/** antd's and the router's own; what is ours about them, the theme, is seen in the stories of our components. */
const foreign = [
  'Alert',
  'Avatar',
  'Button',
  'Collapse',
  'Drawer',
  'Dropdown',
  'Flex',
  'Form',
  'Input',
  'Link',
  'Modal',
  'NavLink',
  'Progress',
  'Segmented',
  'State',
  'Steps',
  'Switch',
  'Table',
  'Tabs',
  'Timeline',
  'Typography',
  'Upload',
];

function isComponent([name, value]: [string, unknown]): boolean {
  if (typeof value === 'function') return /^[A-Z]/.test(name) && !(value.prototype instanceof Error);
  return /^[A-Z]/.test(name) && typeof value === 'object' && value !== null && '$$typeof' in value;
}

/** What a package lets others use, and every component of its own files beside that. */
function exportsOf(name: string): [string, unknown][] {
  const { exports } = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  const entries = Object.values(exports)
    .map(String)
    .filter((path) => /^\.\/src\/(?!testing).*\.tsx?$/.test(path));
  const isPart = (path: string) => !/testing|\.(spec|stories)\.tsx$/.test(path);
  const files = globSync('src/**/*.tsx', { cwd: join(packages, name) }).filter(isPart);
  const modules = [...new Set([...entries, ...files].map((path) => join(packages, name, path)))];
  return modules.flatMap((path) => Object.entries(jest.requireActual<Record<string, unknown>>(path)));
}

const storyFiles = globSync('{ui,web-kit}/src/**/*.stories.tsx', { cwd: packages }).map((path) =>
  jest.requireActual<StoryFile & { default: Meta }>(join(packages, path)),
);

const shown = new Set(
  storyFiles.flatMap(({ default: { component, subcomponents = {} } }) => [
    component,
    ...Object.values(subcomponents),
  ]),
);

/** Names of components that no story shows. */
const missing = (exported: [string, unknown][]): string[] =>
  exported
    .filter((each) => isComponent(each) && ![...unseen, ...foreign].includes(each[0]) && !shown.has(each[1]))
    .map(([name]) => name);

describe('the catalogue', () => {
  it.each([
    ['ui', 40],
    ['web-kit', 5],
  ])('has a story of every component of packages/%s', (name, atLeast) => {
    const exported = exportsOf(name);
    expect(exported.filter(isComponent).length).toBeGreaterThan(atLeast);
    expect(missing(exported)).toEqual([]);
  });

  it('names a component that no story shows', () => {
    expect(missing([['NewPart', () => null]])).toEqual(['NewPart']);
  });

  it('gives each story an address of its own', () => {
    const ids = storyFiles
      .flatMap((file) => entriesOf(file))
      .flatMap(({ stories }) => stories.map(({ id }) => id));
    expect(ids).toContain('ui-badge--variants');
    expect(new Set(ids).size).toBe(ids.length);
  });
});
