import { screenIcons } from '../screen-icons.tsx';
import { type Meta, type Story } from '../stories.ts';
import * as actionIcons from './action-icons.tsx';
import * as frameIcons from './frame-icons.tsx';
import styles from '../grid.stories.module.css';

export default {
  title: 'UI/Icons',
  component: actionIcons.PlusOutlined,
  subcomponents: { ...frameIcons, ...actionIcons },
} satisfies Meta;

function Icons({ of }: { of: Readonly<Record<string, typeof actionIcons.PlusOutlined>> }) {
  return (
    <ul className={styles['grid']}>
      {Object.entries(of).map(([name, Icon]) => (
        <li key={name} className={styles['cell']}>
          <Icon className={styles['glyph'] ?? ''} />
          {name}
        </li>
      ))}
    </ul>
  );
}

export const OfActions: Story = { render: () => <Icons of={actionIcons} /> };
export const OfTheFrame: Story = { render: () => <Icons of={frameIcons} /> };
export const OfScreens: Story = { render: () => <Icons of={screenIcons} /> };
