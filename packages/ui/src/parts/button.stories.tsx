import { Button } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { PlusOutlined, SyncOutlined } from './action-icons.tsx';
import styles from './row.stories.module.css';

export default { title: 'UI/Button', component: Button } satisfies Meta;

export const Kinds: Story = {
  render: () => (
    <div className={styles['row']}>
      <Button type="primary">Primary</Button>
      <Button>Default</Button>
      <Button type="text">Text</Button>
      <Button type="link">Link</Button>
      <Button type="primary" danger>
        Destructive
      </Button>
      <Button danger>Destructive, quiet</Button>
    </div>
  ),
};

export const States: Story = {
  render: () => (
    <div className={styles['row']}>
      <Button disabled>Disabled</Button>
      <Button type="primary" disabled>
        Disabled
      </Button>
      <Button type="primary" loading={{ icon: <SyncOutlined spin /> }}>
        Saving...
      </Button>
    </div>
  ),
};

export const WithIcons: Story = {
  render: () => (
    <div className={styles['row']}>
      <Button type="primary" icon={<PlusOutlined />}>
        Add Location
      </Button>
      <Button icon={<PlusOutlined />} aria-label="Add" />
      <Button size="small">Small</Button>
    </div>
  ),
};
