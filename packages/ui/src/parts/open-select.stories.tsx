import { type Meta, type Story } from '../stories.ts';
import { Select } from './select.tsx';

export default {
  title: 'UI/Select',
  component: Select,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

const stores = Array.from({ length: 40 }, (_, at) => ({ value: at, label: `Store ${at + 1}` }));

export const Open: Story = {
  render: () => (
    <Select aria-label="Location" open defaultValue={1} options={stores} style={{ width: 260 }} />
  ),
};

export const Loading: Story = {
  render: () => (
    <Select
      aria-label="Location"
      open
      loading
      notFoundContent="Loading..."
      options={[]}
      style={{ width: 260 }}
    />
  ),
};
