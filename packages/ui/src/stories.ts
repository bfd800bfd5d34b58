import { type ReactNode } from 'react';

/**
 * What the catalogue reads of the Component Story Format: a file `*.stories.tsx` has a Meta as its default export,
 * and every other export is a Story of it, named for what it shows.
 */
export interface Meta {
  /** Group and name, for example `UI/Badge`. */
  title: string;
  /** The component that is shown, and those shown with it. */
  component: unknown;
  subcomponents?: Readonly<Record<string, unknown>>;
  /** `fullscreen` for what covers the page: each of its stories has a page of its own. */
  parameters?: { layout: 'fullscreen' };
}

export interface Story {
  render: () => ReactNode;
  /** What a person does to get there, once it is rendered. */
  play?: (context: { canvasElement: HTMLElement }) => Promise<void>;
}
