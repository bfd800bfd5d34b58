import { expect, it } from '@jest/globals';
import { listPackages } from '../build/packages.ts';
import { changedDeployables } from './changed.ts';

const isFrontEnd = (path: string) => /^(shell|intake|mf-.+)$/.test(path);
const isService = (path: string) => path.startsWith('svc-');
const folders = listPackages().map(({ path }) => path);
const frontEnds = folders.filter(isFrontEnd);
const services = folders.filter(isService);
const all = [...frontEnds, ...services, 'gateway', 'tools/backup'];

it.each([
  ['its own source', ['svc-core/src/main.ts'], ['svc-core']],
  ['its own test', ['mf-locations/src/strings.spec.ts'], ['mf-locations']],
  ['a package of front ends', ['packages/ui/src/theme.ts'], frontEnds],
  ['the package of services', ['packages/service-kit/src/session.ts'], services],
  ['the contract of a service', ['svc-core/openapi.d.ts'], [...frontEnds, 'svc-core']],
  ['the limits of a service', ['svc-core/openapi.limits.ts'], [...frontEnds, 'svc-core']],
  ['documents and tools', ['README.md', 'tests/kit/src/index.ts', 'tools/catalogue/src/index.tsx'], []],
  ['a file of all', ['tsconfig.base.json'], all],
  ['unknown files', undefined, all],
])('%s: a change affects the right deployables', (_name, files, expected) => {
  expect(changedDeployables(files).sort()).toEqual([...expected].sort());
});
