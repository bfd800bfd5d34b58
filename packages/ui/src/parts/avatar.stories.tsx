import { Avatar } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { UserOutlined } from './frame-icons.tsx';
import styles from './row.stories.module.css';

export default { title: 'UI/Avatar', component: Avatar } satisfies Meta;

export const InitialsAndIcon: Story = {
  render: () => (
    <div className={styles['row']}>
      <Avatar>JD</Avatar>
      <Avatar icon={<UserOutlined />} />
      <Avatar size={56}>JD</Avatar>
    </div>
  ),
};
