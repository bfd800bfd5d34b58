import { expect, it } from '@jest/globals';
import { SunOutlined } from '@mainstay/ui/base';
import { render, waitFor } from '@testing-library/react';
import { ScreenIcon } from './screen-icon.tsx';

const addresses = (drawn: Element) =>
  [...drawn.querySelectorAll('use')].map((use) => use.getAttribute('href') ?? '');

it('draws every icon that a remote can declare', async () => {
  const drawn = new Set<string>();
  for (const name of ['tool', 'shop', 'team', 'inbox', 'equipment', 'screen', 'bell', 'qr-code'] as const) {
    const { container, unmount } = render(<ScreenIcon name={name} />);
    await waitFor(() => expect(container.querySelector('use')).toBeInTheDocument());
    for (const address of addresses(container)) {
      expect(document.querySelector(`${address} path[d]`)).toBeInTheDocument();
      drawn.add(address);
    }
    unmount();
  }
  expect(drawn.size).toBe(8);
});

it('has the paths of an icon once in the document, however often it is drawn', () => {
  const { container } = render([<ScreenIcon key="1" name="tool" />, <ScreenIcon key="2" name="tool" />]);
  const [first, second] = addresses(container);
  expect(first).toBe(second);
  expect(document.querySelectorAll(`[id="${first?.slice(1)}"]`)).toHaveLength(1);
  expect(container.querySelector('path')).toBeNull();
});

it('leaves the icons that are there in place when another one comes, so that a press on them counts', () => {
  const moved = new MutationObserver(() => undefined);
  moved.observe(document.body, { childList: true });
  const { container } = render(<SunOutlined />);
  expect(document.querySelector(`${addresses(container).join()} path[d]`)).toBeInTheDocument();
  expect(moved.takeRecords().flatMap(({ removedNodes }) => [...removedNodes])).toEqual([]);
});
