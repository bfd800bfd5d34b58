import { type Meta, type Story } from '@mainstay/ui/stories';
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

export default {
  title: 'Web-kit/Confirm dialog',
  component: ConfirmDialog,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

function DeleteTicket(props: Partial<ComponentProps<typeof ConfirmDialog>>) {
  return (
    <ConfirmDialog
      open
      title="Delete Ticket"
      prompt="This cannot be undone."
      subject="Fryer is cold, Store 42, Springfield"
      onConfirm={() => Promise.resolve()}
      onClose={() => undefined}
      {...props}
    />
  );
}

const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Delete' }), { delay: null });

export const Asking: Story = { render: () => <DeleteTicket /> };

/** Neither choice destroys anything. */
export const Choosing: Story = {
  render: () => (
    <DeleteTicket
      title="Change Status"
      labels={{ cancel: 'Keep Completed', submit: 'Change it to Working', pending: 'Changing...' }}
      danger={false}
      prompt="Dana changed this to Completed 12 seconds ago. Change it to Working?"
    />
  ),
};

export const Deleting: Story = {
  render: () => <DeleteTicket onConfirm={() => new Promise(() => undefined)} />,
  play: async () => {
    await confirm();
    await screen.findByText('Deleting...');
  },
};
