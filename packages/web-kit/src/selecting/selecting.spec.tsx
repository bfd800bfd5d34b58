import { renderWithProviders } from '@mainstay/web-kit/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { createSelection, SelectBox, SelectionBar } from './index.ts';

const itemsOf = (...ids: string[]) => ids.map((id) => ({ id }));
const lists = [itemsOf('a', 'b', 'c', 'd'), itemsOf('x', 'y')];

/** A selection in two lists, in which these were pressed: a capital letter with Shift. */
function pressed(keys: string, most = 9) {
  const selection = createSelection(most);
  selection.show(lists);
  for (const key of keys) selection.press(key.toLowerCase(), key !== key.toLowerCase());
  return selection;
}
const idsOf = (selection: ReturnType<typeof pressed>) => [...selection.items().keys()].join('');

describe('a selection', () => {
  it.each([
    ['a press selects, a second one does not any more', 'abca', 'bc'],
    ['Shift selects all from the one pressed last, downwards', 'bD', 'bcd'],
    ['upwards', 'cA', 'cab'],
    ['and what is between stays selected', 'bcD', 'bcd'],
    ['a range begins where the last press was, also one that ended a selection', 'aabbD', 'bcd'],
    ['in another list Shift selects one alone', 'bY', 'by'],
    ['and so it does as the first press', 'C', 'c'],
  ])('%s', (_what, keys, ids) => {
    expect(idsOf(pressed(keys))).toBe(ids);
  });

  it('has at most as many as it may, and others in their place', () => {
    const selection = pressed('aD', 3);
    expect(idsOf(selection)).toBe('abc');
    selection.press('y', false);
    expect(idsOf(selection)).toBe('abc');
    for (const id of ['a', 'y']) selection.press(id, false);
    expect(idsOf(selection)).toBe('bcy');
  });

  it('begins with one, before any list is known', () => {
    const selection = createSelection(9, { id: 'b' });
    expect(idsOf(selection)).toBe('b');
    selection.show(lists);
    selection.press('d', true);
    expect(idsOf(selection)).toBe('bcd');
  });

  it('follows the lists: what left them is not selected, and items are as listed now', () => {
    const selection = pressed('ax');
    const changed = jest.fn();
    selection.subscribe(changed);
    selection.show([...lists]);
    expect(changed).not.toHaveBeenCalled();
    const x = { id: 'x' };
    selection.show([itemsOf('b'), [x]]);
    expect(changed).toHaveBeenCalledTimes(1);
    expect([...selection.items().values()]).toEqual([x]);
    expect(selection.items().get('x')).toBe(x);
  });
});

describe('selecting', () => {
  function openList() {
    const selection = createSelection<{ id: string }>(3);
    selection.show(lists);
    const onEnd = jest.fn();
    const onItem = jest.fn();
    const { user } = renderWithProviders(
      <>
        {lists.flat().map(({ id }) => (
          <div key={id} onClick={onItem}>
            <SelectBox selection={selection} id={id} label={`Select ${id}`} />
          </div>
        ))}
        <SelectionBar selection={selection} most={3} onEnd={onEnd}>
          <input aria-label="Status" />
        </SelectionBar>
      </>,
    );
    const box = (id: string) => screen.getByRole('checkbox', { name: `Select ${id}` });
    return { user, onEnd, onItem, box };
  }

  it('is done by mouse, with Shift, and does not press the item', async () => {
    const { user, box, onItem } = openList();
    expect(screen.getByText('0 selected')).toBeVisible();
    await user.click(box('a'));
    await user.keyboard('{Shift>}');
    await user.click(box('c'));
    await user.keyboard('{/Shift}');
    for (const id of ['a', 'b', 'c']) expect(box(id)).toBeChecked();
    expect(screen.getByText('3 selected, no more at once')).toHaveRole('status');
    await user.click(box('b'));
    expect(screen.getByText('2 selected')).toBeVisible();
    expect(onItem).not.toHaveBeenCalled();
  });

  it('is done by keyboard: Space, and Shift+Space', async () => {
    const { user, box } = openList();
    act(() => box('d').focus());
    await user.keyboard(' ');
    act(() => box('b').focus());
    await user.keyboard('{Shift>} {/Shift}');
    for (const id of ['b', 'c', 'd']) expect(box(id)).toBeChecked();
    expect(box('a')).not.toBeChecked();
  });

  it('ends by Clear, and by Escape but not in a field', async () => {
    const { user, box, onEnd } = openList();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onEnd).toHaveBeenCalledTimes(1);
    act(() => box('a').focus());
    await user.keyboard('{Escape}');
    expect(onEnd).toHaveBeenCalledTimes(2);
    await user.click(screen.getByLabelText('Status'));
    await user.keyboard('{Escape}');
    expect(onEnd).toHaveBeenCalledTimes(2);
  });
});
