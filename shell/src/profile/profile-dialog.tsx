import { AppstoreOutlined, Badge, Button, Surface, UserOutlined } from '@mainstay/ui/base';
import { latePart } from '@mainstay/ui/late-part';
import { useNavigate } from '@mainstay/ui/router';
import { Fact, Facts } from '@mainstay/web-kit/forms';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { remotesOverview } from '../remotes/places.ts';
import { overviewStrings } from '../remotes/overview-strings.ts';
import { type User } from '../session/session.queries.ts';
import { AssignedLocations } from './assigned-locations.tsx';
import { strings } from '../strings.ts';
import styles from './profile.module.css';
import { profileStrings } from './profile-strings.ts';

const keys = latePart(() => import(/* webpackChunkName: "late-pressed" */ '../keys/keys-dialog.tsx'));

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
  const hideKeys = () => setKeysShown(false);
  const KeysDialog = keys.usePressed(areKeysShown, hideKeys)?.default;
  return (
    <Dialog
      title={profileStrings.title}
      description={profileStrings.description}
      cornerClose
      onClose={onClose}
    >
      <Facts>
        <Fact label={profileStrings.name}>{strings.frame.fullName(user.firstName, user.lastName)}</Fact>
        <Fact label={profileStrings.email}>{user.email}</Fact>
        <Fact label={profileStrings.role}>
          <Badge>{profileStrings.roles[user.role]}</Badge>
        </Fact>
      </Facts>
      <Surface as="section" className={styles['card']} aria-labelledby="account-title">
        <h3 id="account-title">{profileStrings.account}</h3>
        <p>{profileStrings.accountHint}</p>
        <Button
          icon={<UserOutlined />}
          onClick={() => window.open(accountSettingsUrl, '_blank', 'noopener,noreferrer')}
        >
          {profileStrings.manageAccount}
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
          <h3 id="locations-title">{profileStrings.locations}</h3>
          <AssignedLocations />
        </Surface>
      )}
      <Button className={styles['more']} aria-keyshortcuts="?" onClick={() => setKeysShown(true)}>
        {profileStrings.keys}
      </Button>
      {areKeysShown && KeysDialog ? <KeysDialog onClose={hideKeys} /> : null}
    </Dialog>
  );
}
