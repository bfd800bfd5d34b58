import Button from 'antd/es/button';
import { type ReactNode } from 'react';
import { MoreOutlined } from './frame-icons.tsx';
import styles from './page-header.module.css';

const MENU = 'page-header-more';

/**
 * The header of a screen: its title, what can be done with it beside that, and what is done most, at the end. Where
 * there is less room, `secondary` is in a menu. It is also drawn before React, so it has no hooks: the browser opens
 * the menu.
 */
export function PageHeader({
  title,
  subtitle,
  secondary = [],
  primary,
  actions,
}: {
  title: string;
  subtitle?: string;
  /** Buttons and links with keys. What is not there is null. */
  secondary?: readonly ReactNode[];
  /** A button with an icon, which is shown alone on a phone. */
  primary?: ReactNode;
  /** What a remote of the release before has. */
  actions?: ReactNode;
}) {
  const buttons = secondary.filter(Boolean);
  const isAlone = buttons.length + (primary ? 1 : 0) < 2;
  return (
    <header className={styles['header']}>
      <h1 className={styles['title']}>{title}</h1>
      {subtitle ? <p className={styles['subtitle']}>{subtitle}</p> : null}
      <div className={styles['actions']}>
        {actions}
        {isAlone || buttons.length === 0 ? (
          buttons
        ) : (
          <>
            <Button
              className={styles['more'] ?? ''}
              icon={<MoreOutlined />}
              aria-label="More"
              popoverTarget={MENU}
            />
            <div
              id={MENU}
              className={styles['menu']}
              popover="auto"
              onClick={({ currentTarget }) => currentTarget.hidePopover()}
            >
              {buttons}
            </div>
          </>
        )}
        {primary ? <div className={styles['primary']}>{primary}</div> : null}
      </div>
    </header>
  );
}
