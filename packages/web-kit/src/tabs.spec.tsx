import { Tabs } from '@mainstay/ui/core';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';

function Screen() {
  const [tab, setTab] = useState('open');
  return (
    <Tabs
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'open', label: 'Open', children: 'Two tickets' },
        { key: 'done', label: 'Done', children: 'No ticket' },
        { key: 'old', label: 'Old', forceRender: true, children: 'Many tickets' },
      ]}
    />
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('has the focus moved by arrow keys, Home and End, and shows a panel on Enter or Space', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  await user.tab();
  expect(tab('Open')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(tab('Old')).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(tab('Done')).toHaveFocus();
  await user.keyboard('{End}{Home}{ArrowRight}');
  expect(tab('Done')).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: 'Open' })).toHaveTextContent('Two tickets');
  await user.keyboard('{Enter}');
  expect(tab('Done')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('No ticket');
  await user.tab();
  expect(screen.getByRole('tabpanel')).toHaveFocus();
});

it('keeps what was shown, and renders what is forced from the start', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  expect(screen.queryByText('No ticket')).not.toBeInTheDocument();
  expect(screen.getByText('Many tickets')).not.toBeVisible();
  await user.click(tab('Done'));
  expect(screen.getByText('Two tickets')).not.toBeVisible();
  expect(screen.getByText('No ticket')).toBeVisible();
});
