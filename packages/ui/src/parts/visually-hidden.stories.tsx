import { type Meta, type Story } from '../stories.ts';
import { Surface } from './surface.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export default { title: 'UI/Visually hidden', component: VisuallyHidden } satisfies Meta;

export const BesideText: Story = {
  render: () => (
    <Surface style={{ padding: 16 }}>
      <VisuallyHidden>Three tickets are urgent.</VisuallyHidden>A screen reader reads a sentence before this
      one.
    </Surface>
  ),
};
