import { Form, Input, Select } from '@mainstay/ui/forms';
import { type Meta, type Story } from '@mainstay/ui/stories';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps } from 'react';
import { ApiError } from './api-error.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { DialogForm } from './dialog-form.tsx';
import { DiscardPrompt } from './discard-prompt.tsx';
import { fieldRules } from './field-limits.ts';
import { FormDialog } from './form-dialog.tsx';
import { RestoredNotice } from './restored-notice.tsx';

export default {
  title: 'Web-kit/Form dialog',
  component: FormDialog,
  subcomponents: { ConflictPanel, DialogForm, DiscardPrompt, RestoredNotice },
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

interface Ticket {
  title: string;
  priority: string;
  description: string;
}

const before: Ticket = { title: 'Fryer is cold', priority: 'High', description: 'Basin two.' };
const labels = { cancel: 'Cancel', submit: 'Save Changes', pending: 'Saving...' };
const words = { labels: { title: 'Title', priority: 'Priority', description: 'Description' } };
const refusal = (status: number, errors?: Record<string, string[]>) =>
  new ApiError({ status, detail: 'Refused', errors, requestId: undefined });

function TicketDialog(props: Partial<ComponentProps<typeof FormDialog<Ticket>>>) {
  return (
    <FormDialog<Ticket>
      open
      title="Edit Ticket"
      labels={labels}
      objectId={undefined}
      initialValues={before}
      onClose={() => undefined}
      onSubmit={() => Promise.resolve()}
      {...props}
    >
      <Form.Item name="title" label="Title" rules={fieldRules({ required: true, maxLength: 60 }, 'Title')}>
        <Input />
      </Form.Item>
      <Form.Item name="priority" label="Priority">
        <Select options={['Low', 'Medium', 'High'].map((label) => ({ value: label, label }))} />
      </Form.Item>
      <Form.Item name="description" label="Description">
        <Input.TextArea rows={3} />
      </Form.Item>
    </FormDialog>
  );
}

// Nothing waits for a person here: a story's keys come at once.
const user = userEvent.setup({ delay: null });
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const type = async (text: string) => user.type(await screen.findByLabelText('Title'), text);

export const Untouched: Story = { render: () => <TicketDialog subtitle="Store 42, Springfield" /> };

export const RestoredAfterSignIn: Story = {
  render: () => (
    <TicketDialog>
      <RestoredNotice onDiscard={() => undefined} />
      <Form.Item name="title" label="Title">
        <Input />
      </Form.Item>
    </TicketDialog>
  ),
};

export const Incomplete: Story = {
  render: () => <TicketDialog title="Create Ticket" initialValues={{}} />,
  play: async () => {
    await press('Save Changes');
    await screen.findByText('Title is required');
  },
};

export const Sending: Story = {
  render: () => <TicketDialog onSubmit={() => new Promise(() => undefined)} />,
  play: async () => {
    await press('Save Changes');
    await screen.findByText('Saving...');
  },
};

export const RefusedByServer: Story = {
  render: () => (
    <TicketDialog
      onSubmit={() => Promise.reject(refusal(400, { title: ['Another open ticket has this title'] }))}
    />
  ),
  play: async () => {
    await press('Save Changes');
    await screen.findByText('Another open ticket has this title');
  },
};

export const RefusedAltogether: Story = {
  render: () => <TicketDialog check={() => 'The ticket needs a photo or a description.'} />,
  play: async () => {
    await press('Save Changes');
    await screen.findByText(/needs a photo/);
  },
};

/** Somebody else saves while this person types. */
function ContestedDialog({ theirs }: { theirs: Partial<Ticket> }) {
  const versions = [before, { ...before, ...theirs }];
  return (
    <TicketDialog
      edits={{
        ...words,
        read: () => Promise.resolve({ values: versions.shift() ?? before, etag: '"1"' }),
      }}
      onSubmit={() => Promise.reject(refusal(412))}
    />
  );
}

export const Conflict: Story = {
  render: () => <ContestedDialog theirs={{ title: 'Fryer replaced', priority: 'Low' }} />,
  play: async () => {
    await type(' since Monday');
    await press('Save Changes');
    await screen.findByText('Theirs');
  },
};

export const Destructive: Story = {
  render: () => (
    <TicketDialog danger title="Reset User Password" labels={{ ...labels, submit: 'Reset Password' }} />
  ),
};

export const AskingBeforeDiscarding: Story = {
  render: () => <TicketDialog />,
  play: async () => {
    await type(' since Monday');
    await press('Cancel');
    const keep = await screen.findByRole('button', { name: 'Keep Editing' });
    await waitFor(() => {
      if (document.activeElement !== keep) throw new Error('Keep Editing does not have the focus');
    });
  },
};
