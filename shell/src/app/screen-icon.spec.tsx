import { expect, it } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { screenIcons } from '@mainstay/ui/screen-icons';
import { ScreenIcon } from './screen-icon.tsx';

it('draws every icon that a remote can declare', async () => {
  const drawn = new Set<string | null | undefined>();
  for (const name of ['tool', 'shop', 'team', 'inbox', 'equipment', 'screen', 'bell', 'qr-code'] as const) {
    expect(screenIcons).toHaveProperty(name);
    const { container, unmount } = render(<ScreenIcon name={name} />);
    await waitFor(() => expect(container.querySelector('svg')).toBeInTheDocument());
    drawn.add(container.querySelector('svg')?.getAttribute('data-icon'));
    unmount();
  }
  expect(drawn.size).toBe(8);
});
