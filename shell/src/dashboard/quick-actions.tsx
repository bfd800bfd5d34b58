import { RightOutlined, ShopOutlined, Surface, ToolOutlined } from '@mainstay/ui/base';
import { Link } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import { strings } from '../strings.ts';
import styles from './dashboard.module.css';
import { Glyph } from './glyph.tsx';

const actions = [
  {
    to: links.tickets,
    title: strings.dashboard.viewTickets,
    text: strings.dashboard.viewTicketsHint,
    icon: <ToolOutlined />,
  },
  {
    to: links.locations,
    title: strings.dashboard.manageLocations,
    text: strings.dashboard.manageLocationsHint,
    icon: <ShopOutlined />,
  },
];

export function QuickActions() {
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="quick-actions">
      <h2 id="quick-actions">{strings.dashboard.quickActions}</h2>
      <ul>
        {actions.map(({ to, title, text, icon }) => (
          <li key={to}>
            <Link className={styles['row']} to={to}>
              <Glyph icon={icon} />
              <span className={styles['what']}>
                <span className={styles['title']}>{title}</span>
                <span className={styles['where']}>{text}</span>
              </span>
              <RightOutlined className={styles['arrow']} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
