import { ThemeProvider } from '@mainstay/ui/base';
import { MemoryRouter } from '@mainstay/ui/router';
import { createQueryClient } from '@mainstay/web-kit';
import { ToastProvider } from '@mainstay/web-kit/toast-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, createElement, type ReactNode, useEffect, useState } from 'react';
import styles from './canvas.module.css';
import { type Entry, type NamedStory } from './entries.ts';

/** Shows the stories of an entry as in the shell. `data-ready` on the root element: all are there. */
export function Canvas({ entry }: { entry: Entry }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => {
    void play(entry).then(() => {
      document.documentElement.dataset['ready'] = 'true';
    });
  }, [entry]);
  return (
    <ThemeProvider>
      <MemoryRouter>
        <QueryClientProvider client={queries}>
          <ToastProvider>
            <main className={styles['canvas']} aria-label={entry.name}>
              <h1 className={styles['title']}>{entry.name}</h1>
              {entry.stories.map((story) => (
                <section key={story.id} id={story.id} className={styles['story']} data-story={story.id}>
                  <h2 className={styles['name']}>{nameOf(entry, story)}</h2>
                  <Boundary>{createElement(story.render)}</Boundary>
                </section>
              ))}
            </main>
          </ToastProvider>
        </QueryClientProvider>
      </MemoryRouter>
    </ThemeProvider>
  );
}

const nameOf = ({ isAlone }: Entry, { id, name }: NamedStory): string => (isAlone ? name : `${name} (${id})`);

/** Does what a story asks for, one story after the other. */
async function play({ stories }: Entry): Promise<void> {
  for (const { id, play: act } of stories) {
    const canvasElement = document.getElementById(id);
    if (canvasElement) await act?.({ canvasElement });
  }
}

/** Keeps a story that throws from taking the others with it. */
class Boundary extends Component<{ children: ReactNode }, { failure?: string }> {
  override state: { failure?: string } = {};

  static getDerivedStateFromError(error: unknown): { failure: string } {
    return { failure: String(error) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === undefined ? this.props.children : <p data-failed>{failure}</p>;
  }
}
