import { read } from './files.ts';

export interface Stage {
  name: string;
  /** Its base: an image, or the name of another stage. */
  from: string;
  /** Without comments, continued lines joined. */
  instructions: string[];
}

/** The stages of the Dockerfile in their order. */
export function stages(): Stage[] {
  const lines = read('Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found: Stage[] = [];
  for (const line of lines) {
    const [, from, name = ''] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? [];
    if (from === undefined) found.at(-1)?.instructions.push(line);
    else found.push({ name, from, instructions: [] });
  }
  return found;
}
