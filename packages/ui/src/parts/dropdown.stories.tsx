import { Button, Dropdown } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { DeleteOutlined, DownOutlined, EditOutlined } from './action-icons.tsx';

export default {
  title: 'UI/Dropdown',
  component: Dropdown,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Open: Story = {
  render: () => (
    <Dropdown
      open
      trigger={['click']}
      menu={{
        items: [
          { key: 'edit', label: 'Edit', icon: <EditOutlined /> },
          { key: 'archive', label: 'Archive', disabled: true },
          { type: 'divider' },
          { key: 'delete', label: 'Delete', icon: <DeleteOutlined />, danger: true },
        ],
      }}
    >
      <Button icon={<DownOutlined />} iconPlacement="end">
        Actions
      </Button>
    </Dropdown>
  ),
};
