import { Tabs } from 'antd';
import { type Meta, type Story } from '../stories.ts';

export default { title: 'UI/Tabs', component: Tabs } satisfies Meta;

export const Three: Story = {
  render: () => (
    <Tabs
      items={['Board', 'Recurring Tasks', 'Completed'].map((label) => ({
        key: label,
        label,
        children: `What ${label} holds`,
      }))}
    />
  ),
};
