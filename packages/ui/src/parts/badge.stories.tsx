import { type Meta, type Story } from '../stories.ts';
import { Badge } from './badge.tsx';
import styles from './row.stories.module.css';

export default { title: 'UI/Badge', component: Badge } satisfies Meta;

export const Variants: Story = {
  render: () => (
    <div className={styles['row']}>
      <Badge>High</Badge>
      <Badge variant="secondary">Reactive</Badge>
      <Badge variant="destructive">Urgent</Badge>
      <Badge variant="outline">Store 42</Badge>
    </div>
  ),
};

export const LongText: Story = {
  render: () => (
    <Badge variant="outline">
      Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft
    </Badge>
  ),
};
