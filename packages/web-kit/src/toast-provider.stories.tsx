import { Button } from '@mainstay/ui/base';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { screen, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { RadixToasts } from './radix-toasts.tsx';
import { ToastCard } from './toast-card.tsx';
import { type ToastInput, useToast } from './toast-context.ts';
import { ToastProvider } from './toast-provider.tsx';

export default {
  title: 'Web-kit/Toast',
  component: ToastProvider,
  subcomponents: { RadixToasts, ToastCard },
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

function Notice(input: ToastInput) {
  const toast = useToast();
  return <Button onClick={() => toast(input)}>Show the toast</Button>;
}

const show: Story['play'] = async ({ canvasElement }) => {
  await userEvent.click(within(canvasElement).getByRole('button'));
  await screen.findByRole('button', { name: 'Dismiss' });
};

export const Done: Story = {
  render: () => <Notice title="Ticket created" description="It is on the board now." />,
  play: show,
};

export const Undone: Story = {
  render: () => (
    <Notice
      title="Success"
      description="Employee status updated successfully"
      hint="Marcus Bell cannot sign in any more."
      undo={() => undefined}
    />
  ),
  play: show,
};

export const Explained: Story = {
  render: () => <Notice title="43 tickets changed, 2 not" details={() => undefined} undo={() => undefined} />,
  play: show,
};

export const Failed: Story = {
  render: () => (
    <Notice
      variant="destructive"
      title="The ticket was not saved"
      description="503: A required service is temporarily unavailable. Please try again shortly."
    />
  ),
  play: show,
};
