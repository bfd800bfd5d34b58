/** A browser that is not Chromium, with what its protocol can do. Positions are CSS pixels in the page. */
export interface Engine {
  name: 'Firefox' | 'WebKit';
  /** Loads an address. */
  load: (url: string) => Promise<void>;
  /** The value of an expression in the page, which may be a promise. */
  evaluate: (expression: string) => Promise<unknown>;
  click: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: 'Enter' | 'Escape') => Promise<void>;
  /** The width of the page. WebKit's window is never narrower than 447 px. */
  setWidth: (width: number) => Promise<void>;
  /** How many tabs are open. */
  tabs: () => Promise<number>;
  /** What the console showed as errors since the start. */
  errors: () => readonly string[];
  /** A PNG of what is seen. */
  picture: () => Promise<Uint8Array>;
  close: () => Promise<void>;
}

export const WIDTH = 1280;
export const HEIGHT = 860;
