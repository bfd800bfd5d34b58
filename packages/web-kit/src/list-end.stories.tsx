import { type Meta, type Story } from '@mainstay/ui/stories';
import { ListEnd } from './list-end.tsx';
import { LoadFailed, RetryButton } from './load-failed.tsx';

export default {
  title: 'Web-kit/List end',
  component: ListEnd,
  subcomponents: { LoadFailed, RetryButton },
} satisfies Meta;

const nothing = () => undefined;
const problem = 'The stores could not be loaded.';

export const NothingLoaded: Story = { render: () => <LoadFailed title={problem} onRetry={nothing} /> };

export const MoreFailed: Story = {
  render: () => <ListEnd hasMore isMoreFailed loadMore={nothing} problem={problem} />,
};
