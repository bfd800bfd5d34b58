import { Button } from '@mainstay/ui/base';
import { useState } from 'react';
import { useNewVersions } from './registry-watch.ts';
import { useRemotes } from './remotes-context.ts';
import styles from './version-notice.module.css';
import { strings } from '../strings.ts';

/**
 * Offers to reload when a newer version of something that runs here is live. It never reloads by itself, and lies below
 * every dialog, so what somebody types there is safe from it.
 */
export function VersionNotice({ onReload = () => location.reload() }: { onReload?: () => void }) {
  const { loader, screens } = useRemotes();
  const newVersions = useNewVersions(loader.loads);
  const titleOf = (name: string) => screens.places.find(({ remote }) => remote === name)?.title ?? name;
  // What was put off is offered again when a still newer version comes.
  const offer = newVersions.map(({ name, version }) => `${name} ${version}`).join();
  const [putOff, setPutOff] = useState('');
  const isShown = offer !== '' && offer !== putOff;
  return (
    <div className={styles['place']} aria-live="polite">
      {isShown ? (
        <div className={styles['notice']}>
          <p className={styles['title']}>
            {strings.remotes.newVersion(
              newVersions.map(({ name }) => titleOf(name)).join(strings.remotes.and),
            )}
          </p>
          <p className={styles['hint']}>{strings.remotes.newVersionHint}</p>
          <div className={styles['actions']}>
            <Button type="primary" size="small" onClick={onReload}>
              {strings.remotes.reload}
            </Button>
            <Button size="small" onClick={() => setPutOff(offer)}>
              {strings.remotes.later}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}
