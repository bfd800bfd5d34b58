import type { Progress } from '../progress.ts';

/** What a command is given. Nothing here needs node_modules: commands load what does once it is there. */
export interface CommandContext {
  args: string[];
  progress: Progress;
  /** Aborted when the person or the system asks to stop. */
  signal: AbortSignal;
}

/** An environment variable; empty counts as absent. */
export const setting = (name: string): string | undefined => process.env[name] || undefined;
