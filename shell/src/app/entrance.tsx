import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { sessionQuery } from '../session/session.queries.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { FullScreenNotice } from './full-screen-notice.tsx';
import { FullScreenSpinner } from './full-screen.tsx';
import { settingsQuery } from './settings.ts';

const loadSignedIn = () => import('./signed-in.tsx');
const SignedIn = lazy(loadSignedIn);

/** Decides who is at the door: nobody yet known, a visitor, or a signed-in user. */
export function Entrance() {
  const session = useQuery(sessionQuery);
  usePrefetchQuery(settingsQuery);
  const isVisitor = session.data === null;

  // While a visitor types, the frame behind the door is fetched.
  useEffect(() => {
    if (!isVisitor) return;
    const waiting = setTimeout(() => void loadSignedIn().catch(() => undefined), 1500);
    return () => clearTimeout(waiting);
  }, [isVisitor]);

  if (session.isPending) return <FullScreenSpinner />;
  if (session.isError) {
    return (
      <FullScreenNotice
        title="Mainstay is not answering"
        text={session.error.message}
        action="Retry"
        onAction={() => void session.refetch()}
      />
    );
  }
  if (session.data === null) return <SignInPage />;
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <SignedIn user={session.data} />
    </Suspense>
  );
}
