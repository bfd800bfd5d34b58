import { describe, expect, it } from '@jest/globals';
import { withSection } from './report.ts';

const text = '# Figures\n\nIntro.\n\n## `npm run a`\n\nold a\n\n## `npm run ab`\n\nold ab\n';

describe('a section of the figures', () => {
  it('is replaced, and the others stay', () => {
    expect(withSection(text, '`npm run a`', 'new')).toBe(
      '# Figures\n\nIntro.\n\n## `npm run a`\n\nnew\n\n## `npm run ab`\n\nold ab\n',
    );
  });

  it('is added at the end', () => {
    expect(withSection(text, '`npm run c`', 'new')).toBe(`${text}\n## \`npm run c\`\n\nnew\n`);
  });
});
