import { Avatar } from '@mainstay/ui/base';

/** The initials of a person as a picture; decorative, because the name stands beside it. */
export function Initials({ name, size }: { name: string; size: number }) {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return (
    <Avatar size={size} aria-hidden="true">
      {letters.map((word) => Array.from(word ?? '')[0]?.toUpperCase()).join('')}
    </Avatar>
  );
}
