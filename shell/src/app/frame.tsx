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

/**
 * A new screen starts at the top, for the viewport and for screen readers.
 * @returns the ref of what it is shown in
 */
function useStartAtTop() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    window.scrollTo(0, 0);
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}

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
  const [isProfileOpen, setProfileOpen] = useState(false);
  const closeProfile = () => setProfileOpen(false);
  const ProfileDialog = profile.usePressed(isProfileOpen, closeProfile)?.default;
  const content = useStartAtTop();

  return (
    <div className={styles['frame']} data-collapsed={!sidebar.isOpen || undefined}>
      <a className={styles['skip']} href="#content">
        {strings.frame.skip}
      </a>
      <Side sidebar={sidebar} onProfile={() => setProfileOpen(true)} />
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

/** The sidebar: beside the page, or on a narrow screen in a drawer. */
function Side({ sidebar, onProfile }: { sidebar: ReturnType<typeof useSidebar>; onProfile: () => void }) {
  const { isNarrow, isOpen, isDrawerOpen, closeDrawer } = sidebar;
  const Drawer = drawer.usePressed(isDrawerOpen, closeDrawer)?.default;
  // From the press on, also while the drawer's code is loaded.
  useBackCloses(isDrawerOpen, closeDrawer);
  const inside = (
    <Sidebar
      iconsOnly={!isNarrow && !isOpen}
      isDrawer={isNarrow}
      onPick={closeDrawer}
      onProfile={() => {
        closeDrawer();
        onProfile();
      }}
    />
  );
  if (!isNarrow) {
    return (
      <aside id="sidebar" className={styles['sidebar']}>
        {inside}
      </aside>
    );
  }
  return (
    Drawer && (
      <Drawer open={isDrawerOpen} onClose={closeDrawer}>
        {inside}
      </Drawer>
    )
  );
}
