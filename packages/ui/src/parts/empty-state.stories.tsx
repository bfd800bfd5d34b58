import { Button } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { EmptyState } from './empty-state.tsx';
import { ReloadOutlined, ToolOutlined, WarningOutlined } from './frame-icons.tsx';

export default { title: 'UI/EmptyState', component: EmptyState } satisfies Meta;

export const Nothing: Story = {
  render: () => (
    <EmptyState icon={<ToolOutlined />} title="No tickets yet" hint="New tickets show up here." />
  ),
};

export const WithAction: Story = {
  render: () => (
    <EmptyState
      icon={<ToolOutlined />}
      title="No tickets yet"
      hint="Report what is broken, and somebody will see to it."
      action={<Button type="primary">Create Ticket</Button>}
    />
  ),
};

export const Failed: Story = {
  render: () => (
    <EmptyState
      icon={<WarningOutlined />}
      title="This could not be loaded"
      hint="Check the connection, then try again."
      action={<Button icon={<ReloadOutlined />}>Retry</Button>}
    />
  ),
};
