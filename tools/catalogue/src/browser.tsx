import { Button, type Mode, ThemeProvider } from '@mainstay/ui/base';
import styles from './browser.module.css';
import { type Entry } from './entries.ts';

/** What is chosen; the address says it, so that it can be sent to somebody. */
export interface Choice {
  entry: string;
  mode: Mode;
  width: 'full' | '360';
}

const addressOf = ({ entry, mode, width }: Choice): string =>
  `?${new URLSearchParams({ entry, theme: mode, width })}`;

const choices: [label: string, change: Partial<Choice>][] = [
  ['Light', { mode: 'light' }],
  ['Dark', { mode: 'dark' }],
  ['Full width', { width: 'full' }],
  ['360 px', { width: '360' }],
];

/** The list of all there is, and the chosen one in a frame, as wide as a desk's or a phone's window. */
export function Browser({ entries, choice }: { entries: readonly Entry[]; choice: Choice }) {
  const { entry, mode, width } = choice;
  const shown = entries.find(({ id }) => id === entry);
  const canvas = `?${new URLSearchParams({ canvas: entry, theme: mode })}`;
  return (
    <ThemeProvider>
      <div className={styles['page']}>
        <nav className={styles['list']} aria-label="Catalogue">
          <h1>Catalogue</h1>
          {[...new Set(entries.map(({ group }) => group))].map((group) => (
            <section key={group}>
              <h2>{group}</h2>
              <ul>
                {entries
                  .filter((each) => each.group === group)
                  .map(({ id, name, isAlone }) => (
                    <li key={id}>
                      <a
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
            {choices.map(([label, change]) => {
              const href = addressOf({ ...choice, ...change });
              const isChosen = href === addressOf(choice);
              return (
                <Button
                  key={label}
                  type={isChosen ? 'primary' : 'default'}
                  href={href}
                  aria-current={isChosen || undefined}
                >
                  {label}
                </Button>
              );
            })}
            <a href={canvas}>Without this frame</a>
          </div>
          <iframe data-width={width} title={shown?.name ?? entry} src={canvas} />
        </main>
      </div>
    </ThemeProvider>
  );
}
