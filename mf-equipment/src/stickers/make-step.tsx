import { Progress } from '@mainstay/ui/content';
import { printStrings as words } from './print-strings.ts';

/** How many of the codes have been tried. */
export function MakeStep({ done, count }: { done: number; count: number }) {
  const text = words.making(done + 1, count);
  return (
    <>
      <span role="status">{text}</span>
      <Progress percent={(100 * done) / count} showInfo={false} aria-label={text} />
    </>
  );
}
