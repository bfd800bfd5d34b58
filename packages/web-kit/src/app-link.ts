import { useNavigate } from '@mainstay/ui/router';
import { opensHere } from './opens-here.ts';

/** The props of a link to a path of the app, which is followed without a load. */
export function useAppLink(to: string): ReturnType<typeof opensHere> {
  const navigate = useNavigate();
  return opensHere(to, () => void navigate(to));
}
