import { expect, it } from '@jest/globals';
import { dirname } from 'node:path';
import { paths, read } from './files.ts';

const architecture = read('docs/architecture.md');

/** Each line of a drawing is a floor: number, name, folders, between two or more spaces. */
function drawnFloors(name: string): { floor: string; folders: string[] }[] {
  const [, drawing = ''] = new RegExp(`\`\`\`text ${name}\\n(.+?)\\n\`\`\``, 's').exec(architecture) ?? [];
  return drawing.split('\n').map((line) => {
    const [floor = '', ...folders] = line.trim().split(/ {2,}/);
    return { floor, folders };
  });
}

it.each(paths('*/floors.json'))('docs/architecture.md draws %s, and each folder is on a floor', (file) => {
  const name = dirname(file);
  const drawn = drawnFloors(name);
  expect(JSON.parse(read(file))).toEqual(
    drawn.map(({ floor, folders }) => [floor.replace(/^\d+ /, ''), folders]),
  );
  expect(drawn.map(({ floor }) => parseInt(floor, 10))).toEqual([...drawn.keys()].reverse());
  const folders = new Set(paths(`${name}/src/*/**/*.{ts,tsx}`).map((path) => path.split('/')[2]));
  expect(drawn.flatMap((floor) => floor.folders).sort()).toEqual([...folders].sort());
});
