import { type Meta, type Story } from '@mainstay/ui/stories';
import { EditDialog, TextField } from './index.ts';

export default {
  title: 'Web-kit/Edit dialog',
  component: EditDialog,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Edited: Story = {
  render: () => (
    <EditDialog<{ name: string }, { name: string }>
      open
      title="Edit store"
      thing={{ id: '42', name: 'Springfield' }}
      read={() => Promise.resolve({ body: { name: 'Springfield' }, etag: '"1"' })}
      valuesOf={({ name }) => ({ name })}
      labels={{ name: 'Name' }}
      send={() => Promise.resolve()}
      onClose={() => undefined}
    >
      <TextField name="name" label="Name" limits={{ required: true }} />
    </EditDialog>
  ),
};
