import { Button } from '@mainstay/ui/base';
import { use, useState } from 'react';
import { useNewVersions } from './registry-watch.ts';
import { RemotesContext } from './remotes-context.ts';
import styles from './version-notice.module.css';
import { strings } from '../strings.ts';

const titles: Record<string, string | undefined> = {
  maintenance: strings.screens.maintenance,
  locations: strings.screens.locations,
  employees: strings.screens.employees,
};

/**
 * Offers to reload when a newer version of something that runs here is live. It never reloads by itself, and lies below
 * every dialog, so what somebody types there is safe from it.
 */
export function VersionNotice({ onReload = () => location.reload() }: { onReload?: () => void }) {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('VersionNotice needs a RemotesContext above it');
  const newVersions = useNewVersions(remotes.loader.loads);
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
              newVersions.map(({ name }) => titles[name] ?? name).join(strings.remotes.and),
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
