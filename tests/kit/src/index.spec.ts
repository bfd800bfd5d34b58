import { afterEach, expect, it } from '@jest/globals';
import { withSection } from './figures.ts';
import { required, residentMegabytes, serviceNames } from './index.ts';

afterEach(() => {
  delete process.env['MAINSTAY_TEST_KIT'];
});

it('a required setting is returned', () => {
  process.env['MAINSTAY_TEST_KIT'] = 'here';
  expect(required('MAINSTAY_TEST_KIT')).toBe('here');
});

it('a required setting that is absent or empty is an error with its name', () => {
  expect(() => required('MAINSTAY_TEST_KIT')).toThrow('MAINSTAY_TEST_KIT is not set');
  process.env['MAINSTAY_TEST_KIT'] = '';
  expect(() => required('MAINSTAY_TEST_KIT')).toThrow('MAINSTAY_TEST_KIT is not set');
});

it('the services are those of the checkout, without a prefix', () => {
  expect(serviceNames).toEqual(expect.arrayContaining(['attachments', 'auth', 'core']));
  for (const name of serviceNames) expect(name).not.toMatch(/^svc-/);
});

(process.platform === 'linux' ? it : it.skip)('the memory of a process is in megabytes', async () => {
  const own = process.memoryUsage.rss() / 2 ** 20;
  const measured = await residentMegabytes(process.pid);
  expect(measured).toBeGreaterThan(own / 2);
  expect(measured).toBeLessThan(own * 2);
});

it('a section of the figures is replaced, or added at the end, and the others stay', () => {
  const text = '# Figures\n\nIntro.\n\n## a\n\nold a\n\n## ab\n\nold ab\n';
  expect(withSection(text, 'a', 'new')).toBe('# Figures\n\nIntro.\n\n## a\n\nnew\n\n## ab\n\nold ab\n');
  expect(withSection(text, 'c', 'new')).toBe(`${text}\n## c\n\nnew\n`);
});
