import { Button, type Mode, ThemeProvider } from '@mainstay/ui/base';
import { type ReactNode } from 'react';
import styles from './browser.module.css';
import { type Entry } from './entries.ts';

/** What is chosen; the address says it, so that it can be sent to somebody. */
export interface Choice {
  entry: string;
  mode: Mode;
  width: 'full' | '360';
}

export const addressOf = ({ entry, mode, width }: Choice): string =>
  `?${new URLSearchParams({ entry, theme: mode, width })}`;

/** The list of all there is, and the chosen one in a frame, as wide as a desk's or a phone's window. */
export function Browser({ entries, choice }: { entries: readonly Entry[]; choice: Choice }) {
  const { entry, mode, width } = choice;
  const shown = entries.find(({ id }) => id === entry);
  const canvas = `?${new URLSearchParams({ canvas: entry, theme: mode })}`;
  return (
    <ThemeProvider mode={mode}>
      <div className={styles['page']}>
        <nav className={styles['list']} aria-label="Catalogue">
          <h1 className={styles['title']}>Catalogue</h1>
          {[...new Set(entries.map(({ group }) => group))].map((group) => (
            <section key={group}>
              <h2 className={styles['group']}>{group}</h2>
              <ul className={styles['entries']}>
                {entries
                  .filter((each) => each.group === group)
                  .map(({ id, name, isAlone }) => (
                    <li key={id}>
                      <a
                        className={styles['entry']}
                        href={addressOf({ ...choice, entry: id })}
                        aria-current={id === entry ? 'page' : undefined}
                        data-entry={id}
                        data-alone={isAlone || undefined}
                      >
                        {name}
                      </a>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </nav>
        <main className={styles['shown']}>
          <div className={styles['choices']}>
            <Choose
              label="Light"
              isChosen={mode === 'light'}
              href={addressOf({ ...choice, mode: 'light' })}
            />
            <Choose label="Dark" isChosen={mode === 'dark'} href={addressOf({ ...choice, mode: 'dark' })} />
            <Choose
              label="Full width"
              isChosen={width === 'full'}
              href={addressOf({ ...choice, width: 'full' })}
            />
            <Choose label="360 px" isChosen={width === '360'} href={addressOf({ ...choice, width: '360' })} />
            <a href={canvas}>Without this frame</a>
          </div>
          <iframe className={styles['frame']} data-width={width} title={shown?.name ?? entry} src={canvas} />
        </main>
      </div>
    </ThemeProvider>
  );
}

function Choose({ label, isChosen, href }: { label: string; isChosen: boolean; href: string }): ReactNode {
  return (
    <Button type={isChosen ? 'primary' : 'default'} href={href} aria-current={isChosen || undefined}>
      {label}
    </Button>
  );
}
