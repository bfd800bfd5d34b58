import type { Progress } from './progress.ts';

/** The input of a command. Nothing here needs node_modules: commands load such modules once they are installed. */
export interface CommandContext {
  args: string[];
  progress: Progress;
  /** Aborted when the user or the system asks to stop. */
  signal: AbortSignal;
}

/** An environment variable; empty counts as absent. */
export const setting = (name: string): string | undefined => process.env[name] || undefined;
