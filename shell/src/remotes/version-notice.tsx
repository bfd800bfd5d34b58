import { Button, Flex, Surface } from '@mainstay/ui/base';
import { useState } from 'react';
import { useNewVersions } from './registry-watch.ts';
import { useRemotes } from './remotes-context.ts';
import styles from './version-notice.module.css';
import { strings } from '../strings.ts';

/**
 * Offers a reload when a newer version of a running part is live. It never reloads by itself and stays below dialogs,
 * so that no input is lost.
 */
export function VersionNotice({ onReload = () => location.reload() }: { onReload?: () => void }) {
  const { loader, screens } = useRemotes();
  const newVersions = useNewVersions(loader.loads);
  const titleOf = (name: string) => screens.places.find(({ remote }) => remote === name)?.title ?? name;
  // A dismissed notice returns when an even newer version is live.
  const offer = newVersions.map(({ name, version }) => `${name} ${version}`).join();
  const [putOff, setPutOff] = useState('');
  const isShown = offer !== '' && offer !== putOff;
  return (
    <div className={styles['place']} aria-live="polite">
      {isShown ? (
        <Surface className={styles['notice']}>
          <p className={styles['title']}>
            {strings.remotes.newVersion(
              newVersions.map(({ name }) => titleOf(name)).join(strings.remotes.and),
            )}
          </p>
          <p className={styles['hint']}>{strings.remotes.newVersionHint}</p>
          <Flex gap={8}>
            <Button type="primary" size="small" onClick={onReload}>
              {strings.remotes.reload}
            </Button>
            <Button size="small" onClick={() => setPutOff(offer)}>
              {strings.remotes.later}
            </Button>
          </Flex>
        </Surface>
      ) : null}
    </div>
  );
}
