import { AppstoreOutlined, Badge, Button, Surface, UserOutlined, late } from '@mainstay/ui/base';
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

const apiTokens = late(() => import(/* webpackChunkName: "late-tokens" */ './api-tokens.tsx'));
const keys = late(() => import(/* webpackChunkName: "late-pressed" */ '../keys/keys-dialog.tsx'));

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
      <AccountCard address={accountSettingsUrl} />
      {user.role === 'admin' ? (
        <RemotesCard onLeave={onClose} />
      ) : (
        <Surface as="section" className={styles['card']} aria-labelledby="locations-title">
          <h3 id="locations-title">{profileStrings.locations}</h3>
          <AssignedLocations />
        </Surface>
      )}
      <TokensPart />
      <Button className={styles['more']} aria-keyshortcuts="?" onClick={() => setKeysShown(true)}>
        {profileStrings.keys}
      </Button>
      {areKeysShown && KeysDialog ? <KeysDialog onClose={hideKeys} /> : null}
    </Dialog>
  );
}

/** After the first paint of the dialog: few people have tokens. */
function TokensPart() {
  const ApiTokens = apiTokens.useAfterPaint()?.default;
  return ApiTokens ? <ApiTokens /> : null;
}

function AccountCard({ address }: { address: string }) {
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="account-title">
      <h3 id="account-title">{profileStrings.account}</h3>
      <p>{profileStrings.accountHint}</p>
      <Button icon={<UserOutlined />} onClick={() => window.open(address, '_blank', 'noopener,noreferrer')}>
        {profileStrings.manageAccount}
      </Button>
    </Surface>
  );
}

/** Leads to the overview of all remotes. */
function RemotesCard({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  return (
    <Surface as="section" className={styles['card']} aria-labelledby="remotes-title">
      <h3 id="remotes-title">{overviewStrings.title}</h3>
      <p>{overviewStrings.linkHint}</p>
      <Button
        icon={<AppstoreOutlined />}
        onClick={() => {
          onLeave();
          void navigate(remotesOverview);
        }}
      >
        {overviewStrings.link}
      </Button>
    </Surface>
  );
}
