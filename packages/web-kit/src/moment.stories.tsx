import { type Meta, type Story } from '@mainstay/ui/stories';
import { Moment } from './moment.tsx';

export default { title: 'Web-kit/Moment', component: Moment } satisfies Meta;

const now = new Date('2024-03-05T20:04:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

export const HoursAgo: Story = { render: () => <Moment at={ago(150)} now={now} /> };

/** After a month it is the day itself. */
export const LongAgo: Story = { render: () => <Moment at={ago(90 * 24 * 60)} now={now} /> };
