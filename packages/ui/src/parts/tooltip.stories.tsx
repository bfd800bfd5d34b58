import { Button } from 'antd';
import { type Meta, type Story } from '../stories.ts';
import { Tooltip } from './tooltip.tsx';

export default {
  title: 'UI/Tooltip',
  component: Tooltip,
  parameters: { layout: 'fullscreen' },
} satisfies Meta;

export const Open: Story = {
  render: () => (
    <Tooltip title="Opens after 0.7 seconds, or at once for the keyboard" placement="bottomLeft">
      <Button>Due Mar 5</Button>
    </Tooltip>
  ),
  play: ({ canvasElement }) => {
    canvasElement.querySelector('button')?.focus({ focusVisible: true });
    return Promise.resolve();
  },
};
