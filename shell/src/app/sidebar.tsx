import { Avatar, Tooltip } from '@mainstay/ui/base';
import { NavLink } from '@mainstay/ui/router';
import { type SessionUser } from '@mainstay/remote-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { prepareRemoteAt } from '../remotes/page-loader.ts';
import { useRemotes } from '../remotes/remotes-context.ts';
import { entriesFor, type Entry } from './navigation.tsx';
import mark from '../parts/mark.svg';
import { strings } from '../strings.ts';
import styles from './sidebar.module.css';

const initialsOf = ({ firstName, lastName }: SessionUser) =>
  `${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase();

interface Props {
  iconsOnly: boolean;
  isDrawer: boolean;
  onPick: () => void;
}

/** A pointer that is on its way to another entry does not stay as long. */
const REST_MS = 100;

/** Loads the remote of an entry that is pointed at, and the data of its screen once the pointer rests there. */
function usePrefetch({ remote, to }: Entry) {
  const { loader, user } = useRemotes();
  const queries = useQueryClient();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = () => clearTimeout(resting.current);
  useEffect(() => leave, []);
  const prefetch = () => {
    if (remote) loader.prefetch(remote);
  };
  const prepare = () => {
    leave();
    if (remote) prepareRemoteAt(to, queries, user.role);
  };
  return {
    onFocus: prefetch,
    onPointerEnter: () => {
      prefetch();
      resting.current = setTimeout(prepare, REST_MS);
    },
    onPointerLeave: leave,
    onPointerDown: prepare,
  };
}

function EntryLink({ entry, iconsOnly, isDrawer, onPick }: Props & { entry: Entry }) {
  const prefetch = usePrefetch(entry);
  return (
    <Tooltip title={iconsOnly ? entry.label : ''} placement="right">
      <NavLink
        className={styles['entry']}
        to={entry.to}
        end={entry.remote === undefined}
        // In place of the drawer's own entry of the history.
        replace={isDrawer}
        onClick={onPick}
        {...prefetch}
      >
        <span className={styles['icon']} aria-hidden="true">
          {entry.icon}
        </span>
        <span className={styles['label']}>{entry.label}</span>
      </NavLink>
    </Tooltip>
  );
}

/** The content of the sidebar and of the drawer: product name, navigation and user. */
export function Sidebar({ onProfile, ...props }: Props & { onProfile: () => void }) {
  const { user, settings, screens } = useRemotes();
  return (
    <div className={styles['sidebar']} data-icons-only={props.iconsOnly || undefined}>
      <div className={styles['brand']}>
        <img src={mark} alt="" width="32" height="32" />
        <div className={styles['words']}>
          <p className={styles['product']}>{strings.product}</p>
          <p className={styles['chain']}>{strings.frame.chain(settings.brandName)}</p>
        </div>
      </div>
      <nav className={styles['nav']} aria-label={strings.frame.mainNavigation}>
        {entriesFor(user.role, screens.places).map((group) => (
          <div
            key={group.label}
            role={group.label ? 'group' : undefined}
            aria-label={group.label ?? undefined}
          >
            {group.label ? (
              <p className={styles['group']} aria-hidden="true">
                {group.label}
              </p>
            ) : null}
            <ul className={styles['list']}>
              {group.entries.map((entry) => (
                <li key={entry.to}>
                  <EntryLink entry={entry} {...props} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Tooltip title={props.iconsOnly ? strings.frame.profile : ''} placement="right">
        <button type="button" className={styles['user']} aria-haspopup="dialog" onClick={onProfile}>
          <Avatar src={user.profileImageUrl ?? undefined} alt="" size={32}>
            {initialsOf(user)}
          </Avatar>
          <span className={styles['words']}>
            <span className={styles['person']}>{strings.frame.fullName(user.firstName, user.lastName)}</span>
            <span className={styles['email']}>{user.email}</span>
            <span className={styles['role']}>{user.role.replaceAll('_', ' ')}</span>
          </span>
        </button>
      </Tooltip>
    </div>
  );
}
