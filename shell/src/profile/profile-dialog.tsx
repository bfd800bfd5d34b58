import { AppstoreOutlined, Badge, Button, Surface, UserOutlined } from '@mainstay/ui/base';
import { useNavigate } from '@mainstay/ui/router';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../app/dialog.tsx';
import { remotesOverview } from '../app/navigation.tsx';
import { overviewStrings } from '../remotes/overview-strings.ts';
import { type User } from '../session/session.queries.ts';
import { AssignedLocations } from './assigned-locations.tsx';
import { strings } from '../strings.ts';
import styles from './profile.module.css';

const KeysDialog = lazy(() => import(/* webpackChunkName: "late-pressed" */ '../app/keys-dialog.tsx'));

/** The Profile dialog (specification, section 2). */
export default function ProfileDialog({
  user,
  accountSettingsUrl,
  onClose,
}: {
  user: User;
  accountSettingsUrl: string;
  onClose: () => void;
}) {
  const isAdmin = user.role === 'admin';
  const navigate = useNavigate();
  const [areKeysShown, setKeysShown] = useState(false);
  return (
    <Dialog
      title={strings.profile.title}
      description={strings.profile.description}
      cornerClose
      onClose={onClose}
    >
      <Facts>
        <Fact label={strings.profile.name}>{strings.frame.fullName(user.firstName, user.lastName)}</Fact>
        <Fact label={strings.profile.email}>{user.email}</Fact>
        <Fact label={strings.profile.role}>
          <Badge>{strings.profile.roles[user.role]}</Badge>
        </Fact>
      </Facts>
      <Surface as="section" className={styles['card']} aria-labelledby="account-title">
        <h3 id="account-title">{strings.profile.account}</h3>
        <p>{strings.profile.accountHint}</p>
        <Button
          icon={<UserOutlined />}
          onClick={() => window.open(accountSettingsUrl, '_blank', 'noopener,noreferrer')}
        >
          {strings.profile.manageAccount}
        </Button>
      </Surface>
      {isAdmin ? (
        <Surface as="section" className={styles['card']} aria-labelledby="remotes-title">
          <h3 id="remotes-title">{overviewStrings.title}</h3>
          <p>{overviewStrings.linkHint}</p>
          <Button
            icon={<AppstoreOutlined />}
            onClick={() => {
              onClose();
              void navigate(remotesOverview);
            }}
          >
            {overviewStrings.link}
          </Button>
        </Surface>
      ) : (
        <Surface as="section" className={styles['card']} aria-labelledby="locations-title">
          <h3 id="locations-title">{strings.profile.locations}</h3>
          <AssignedLocations />
        </Surface>
      )}
      <Button className={styles['more']} aria-keyshortcuts="?" onClick={() => setKeysShown(true)}>
        {strings.profile.keys}
      </Button>
      {areKeysShown ? (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}
