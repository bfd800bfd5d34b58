import { type Meta, type Story } from '@mainstay/ui/stories';
import { useState } from 'react';
import { ConflictPanel } from './conflict-panel.tsx';
import { type FieldConflict } from './edit-conflict.ts';

export default { title: 'Web-kit/Conflict panel', component: ConflictPanel } satisfies Meta;

const words = { labels: { title: 'Title', description: 'Description', status: 'Status' } };

function Panel({ conflicts }: { conflicts: readonly FieldConflict[] }) {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({
    title: 'Fryer does not heat',
    description: 'Basin two.',
  });
  return (
    <ConflictPanel
      conflicts={conflicts}
      values={values}
      words={words}
      onChoose={(name, value) => setValues({ ...values, [name]: value })}
    />
  );
}

export const ToChoose: Story = {
  render: () => (
    <Panel
      conflicts={[
        { name: 'title', theirs: 'Fryer is cold', yours: { value: 'Fryer does not heat' } },
        { name: 'description', theirs: '', yours: { value: 'Basin two.' } },
      ]}
    />
  ),
};

export const TakenOver: Story = {
  render: () => <Panel conflicts={[{ name: 'status', theirs: 'In Progress' }]} />,
};
