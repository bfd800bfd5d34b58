import { Badge, Button, Surface, UserOutlined } from '@mainstay/ui/base';
import { Dialog } from '../app/dialog.tsx';
import { type User } from '../session/session.queries.ts';
import { AssignedLocations } from './assigned-locations.tsx';
import styles from './profile.module.css';

/** Who is signed in, where they manage their account, and, for managers, which stores are theirs. */
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
  return (
    <Dialog
      title="Profile"
      description="View your personal information and assigned locations"
      cornerClose
      onClose={onClose}
    >
      <dl className={styles['facts']}>
        <div>
          <dt>Name</dt>
          <dd>
            {user.firstName} {user.lastName}
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>
            <Badge>{isAdmin ? 'Administrator' : 'District Manager'}</Badge>
          </dd>
        </div>
      </dl>
      <Surface as="section" className={styles['card']} aria-labelledby="account-title">
        <h3 id="account-title">Account Settings</h3>
        <p>Manage your account at your identity provider. It opens in a new tab.</p>
        <Button
          icon={<UserOutlined />}
          onClick={() => window.open(accountSettingsUrl, '_blank', 'noopener,noreferrer')}
        >
          Manage Account
        </Button>
      </Surface>
      {isAdmin ? null : (
        <Surface as="section" className={styles['card']} aria-labelledby="locations-title">
          <h3 id="locations-title">Assigned Locations</h3>
          <AssignedLocations />
        </Surface>
      )}
    </Dialog>
  );
}
