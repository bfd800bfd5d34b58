import { late } from '@mainstay/ui/base';
import { useBackCloses, useLocation } from '@mainstay/ui/router';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { type User } from '../session/session.queries.ts';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { type Settings } from './settings.ts';
import { useSidebar } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { strings } from '../strings.ts';

const profile = late(() => import('../profile/profile-dialog.tsx'));
const drawer = late(() => import(/* webpackChunkName: "late-pressed" */ './drawer.tsx'));

/** The layout of every signed-in page: sidebar, header and content. */
export function Frame({
  user,
  settings,
  notice,
  children,
  ...header
}: Pick<ComponentProps<typeof Header>, 'mode' | 'onToggleTheme'> & {
  user: User;
  settings: Pick<Settings, 'accountSettingsUrl'>;
  /** Shown below the header. */
  notice?: ReactNode;
  children: ReactNode;
}) {
  const sidebar = useSidebar();
  const Drawer = drawer.usePressed(sidebar.isDrawerOpen, sidebar.closeDrawer)?.default;
  // From the press on, also while the drawer's code is loaded.
  useBackCloses(sidebar.isDrawerOpen, sidebar.closeDrawer);
  const [isProfileOpen, setProfileOpen] = useState(false);
  const closeProfile = () => setProfileOpen(false);
  const ProfileDialog = profile.usePressed(isProfileOpen, closeProfile)?.default;
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  // A new screen starts at the top, for the viewport and for screen readers.
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  const inside = (iconsOnly: boolean) => (
    <Sidebar
      iconsOnly={iconsOnly}
      isDrawer={sidebar.isNarrow}
      onPick={sidebar.closeDrawer}
      onProfile={() => {
        sidebar.closeDrawer();
        setProfileOpen(true);
      }}
    />
  );
  return (
    <div className={styles['frame']} data-collapsed={!sidebar.isOpen || undefined}>
      <a className={styles['skip']} href="#content">
        {strings.frame.skip}
      </a>
      {sidebar.isNarrow ? (
        Drawer && (
          <Drawer open={sidebar.isDrawerOpen} onClose={sidebar.closeDrawer}>
            {inside(false)}
          </Drawer>
        )
      ) : (
        <aside id="sidebar" className={styles['sidebar']}>
          {inside(!sidebar.isOpen)}
        </aside>
      )}
      <div className={styles['column']}>
        <Header
          {...header}
          isSidebarOpen={sidebar.isNarrow ? sidebar.isDrawerOpen : sidebar.isOpen}
          onToggleSidebar={sidebar.toggle}
          onProfile={() => setProfileOpen(true)}
        />
        {notice}
        <main ref={content} id="content" className={styles['content']} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isProfileOpen && ProfileDialog ? (
        <ProfileDialog user={user} accountSettingsUrl={settings.accountSettingsUrl} onClose={closeProfile} />
      ) : null}
    </div>
  );
}
