import { type Meta, type Story } from '../stories.ts';
import { Surface } from './surface.tsx';

export default { title: 'UI/Surface', component: Surface } satisfies Meta;

export const Plain: Story = { render: () => <Surface style={{ padding: 20 }}>A card</Surface> };

export const Interactive: Story = {
  render: () => (
    <Surface interactive style={{ padding: 20 }}>
      A card that is lifted under the pointer
    </Surface>
  ),
};
