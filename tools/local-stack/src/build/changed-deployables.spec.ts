import { describe, expect, it } from '@jest/globals';
import { changedDeployables } from './changed-deployables.ts';
import { listPackages } from './packages.ts';

const packages = listPackages();
const changed = (...files: string[]) => changedDeployables(files, packages);

describe('changedDeployables', () => {
  it('names a deployable whose own source changed, and no other', () => {
    expect(changed('svc-core/src/main.ts')).toEqual(['svc-core']);
    expect(changed('mf-locations/src/strings.ts')).toEqual(['mf-locations']);
  });

  it('names those whose builds include a changed package', () => {
    const withUi = changed('packages/ui/src/theme.ts');
    expect(withUi).toEqual(
      expect.arrayContaining([
        'shell',
        'mf-maintenance',
        'mf-locations',
        'mf-employees',
        'mf-inbox',
        'mf-equipment',
      ]),
    );
    expect(withUi.filter((folder) => folder.startsWith('svc-'))).toEqual([]);
    expect(changed('packages/service-kit/src/session.ts')).toEqual(
      expect.arrayContaining(['svc-auth', 'svc-core', 'svc-attachments']),
    );
  });

  it('names the front ends with a service whose contract changed', () => {
    expect(changed('svc-core/openapi.limits.ts')).toEqual(
      expect.arrayContaining(['svc-core', 'shell', 'mf-locations']),
    );
  });

  it('names none when only documents or tools changed, and all when the changes are unknown', () => {
    expect(changed('README.md', 'tests/journeys/start-browser.ts', 'tools/catalogue/src/index.tsx')).toEqual(
      [],
    );
    const all = changed('tsconfig.base.json');
    expect(all).toEqual(expect.arrayContaining(['shell', 'intake', 'svc-auth', 'gateway', 'tools/backup']));
    expect(changedDeployables(undefined, packages)).toEqual(all);
  });
});
