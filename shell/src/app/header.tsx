import {
  Button,
  LogoutOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  type Mode,
  MoonOutlined,
  SunOutlined,
  Tooltip,
  UserOutlined,
} from '@mainstay/ui/base';
import { HeaderItems } from '../remotes/header-items.tsx';
import { useFailureToast } from '../session/session.queries.ts';
import { useLogout } from '../session/use-logout.ts';
import styles from './header.module.css';
import { strings } from '../strings.ts';

interface HeaderProps {
  mode: Mode;
  onToggleTheme: () => void;
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  onProfile: () => void;
}

export function Header({ mode, onToggleTheme, isSidebarOpen, onToggleSidebar, onProfile }: HeaderProps) {
  const logout = useLogout();
  const failureToast = useFailureToast(strings.logoutFailed);

  return (
    <header className={styles['header']}>
      <Tooltip title={strings.frame.toggleSidebarHint} placement="bottomLeft">
        <Button
          type="text"
          aria-label={strings.frame.toggleSidebar}
          aria-expanded={isSidebarOpen}
          aria-controls={isSidebarOpen ? 'sidebar' : undefined}
          icon={
            <>
              <MenuOutlined className={styles['narrow']} />
              <span className={styles['wide']}>
                {isSidebarOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
              </span>
            </>
          }
          onClick={onToggleSidebar}
        />
      </Tooltip>
      <div className={styles['actions']}>
        <HeaderItems />
        <Tooltip
          title={mode === 'dark' ? strings.frame.lightTheme : strings.frame.darkTheme}
          placement="bottom"
        >
          <Button
            type="text"
            aria-label={strings.frame.toggleTheme}
            icon={mode === 'dark' ? <SunOutlined /> : <MoonOutlined />}
            onClick={onToggleTheme}
          />
        </Tooltip>
        <Button type="text" icon={<UserOutlined />} onClick={onProfile}>
          <span className={styles['label']}>{strings.frame.profile}</span>
        </Button>
        <Button
          type="text"
          icon={<LogoutOutlined />}
          aria-busy={logout.isPending || undefined}
          onClick={logout.isPending ? undefined : () => logout.mutate(undefined, failureToast)}
        >
          <span className={styles['label']}>{strings.frame.signOut}</span>
        </Button>
      </div>
    </header>
  );
}
