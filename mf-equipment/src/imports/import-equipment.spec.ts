import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { template } from './import-equipment.tsx';

it('the template is that of the documentation, which svc-core tests', () => {
  const documented = join(import.meta.dirname, '../../../docs/import/equipment-template.csv');
  expect(template.text.replaceAll('\r\n', '\n')).toBe(readFileSync(documented, 'utf8'));
});
