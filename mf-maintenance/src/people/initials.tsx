import { Avatar } from '@mainstay/ui/base';
import { initialsOf } from './names.ts';

/** The initials of a person as a picture; decorative, because the name stands beside it. */
export function Initials({ name, size }: { name: string; size: number }) {
  return (
    <Avatar size={size} aria-hidden="true">
      {initialsOf(name)}
    </Avatar>
  );
}
