import { Link, NavLink } from 'react-router-dom';
import { type Meta, type Story } from '../stories.ts';
import styles from './row.stories.module.css';

export default { title: 'UI/Links', component: Link, subcomponents: { NavLink } } satisfies Meta;

export const InText: Story = {
  render: () => (
    <nav className={styles['row']} aria-label="Example">
      <Link to="/tickets">View all tickets</Link>
      <NavLink to="/">Dashboard</NavLink>
    </nav>
  ),
};
