import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeApiDocument } from '../src/api-document.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

it('openapi.json describes the service as it is ("npm run openapi" writes it)', async () => {
  const written = join(folder, 'openapi.json');
  await writeApiDocument(written);
  expect(await read(join(process.cwd(), 'openapi.json'))).toEqual(await read(written));
});
