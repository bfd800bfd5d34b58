import { Button, Surface } from '@mainstay/ui/base';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createSelection, SelectBox, SelectionBar } from './index.ts';

export default {
  title: 'Web-kit/Selecting',
  component: SelectionBar,
  subcomponents: { SelectBox },
  // Each bar is a region of its page.
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

const stores = ['Harbor Street', 'Mill Road', 'Station Square'].map((name) => ({ id: name }));

function Stores({ most = 200, isBusy = false }: { most?: number; isBusy?: boolean }) {
  const [selection] = useState(() => createSelection<{ id: string }>(most));
  useEffect(() => selection.show([stores]), [selection]);
  return (
    <>
      {stores.map(({ id }) => (
        <Surface key={id} style={{ position: 'relative', display: 'flex', gap: 12, padding: 12 }}>
          <SelectBox selection={selection} id={id} label={`Select ${id}`} />
          {id}
        </Surface>
      ))}
      <SelectionBar selection={selection} most={most} isBusy={isBusy} onEnd={() => undefined}>
        <Button>Status</Button>
        <Button>Priority</Button>
      </SelectionBar>
    </>
  );
}

const selectTwo: Story['play'] = async ({ canvasElement }) => {
  for (const box of within(canvasElement).getAllByRole('checkbox').slice(0, 2)) await userEvent.click(box);
};

export const Nothing: Story = { render: () => <Stores /> };

export const Some: Story = { render: () => <Stores />, play: selectTwo };

export const AsManyAsCanBe: Story = { render: () => <Stores most={2} />, play: selectTwo };

export const Busy: Story = { render: () => <Stores isBusy />, play: selectTwo };
