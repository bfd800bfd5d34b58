import { type Meta, type Story } from '../stories.ts';
import { Placeholder, SkeletonCard } from './placeholder.tsx';

export default {
  title: 'UI/Placeholder',
  component: Placeholder,
  subcomponents: { SkeletonCard },
} satisfies Meta;

export const Bars: Story = {
  render: () => (
    <>
      <Placeholder width="40%" height="28px" />
      <br />
      <Placeholder />
    </>
  ),
};

export const Card: Story = { render: () => <SkeletonCard /> };

export const CardWithBadges: Story = { render: () => <SkeletonCard lines={3} badges={2} /> };
