import { useNavigate } from '@mainstay/ui/router';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { type CurrentUser, sessionQuery } from '../session/session.queries.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { FullScreenNotice } from './full-screen-notice.tsx';
import { FullScreenSpinner } from './full-screen.tsx';
import { settingsQuery } from './settings.ts';
import { loadSignedIn, signedInPart } from './signed-in-part.ts';
import { strings } from '../strings.ts';

/** Preloads the signed-in part while the visitor types. */
const fetchSignedIn = () => void loadSignedIn().catch(() => undefined);

function SignedInPart({ user }: { user: CurrentUser }) {
  // One component for as long as it is shown.
  const [SignedIn] = useState(() => signedInPart());
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <SignedIn user={user} />
    </Suspense>
  );
}

/** Shows the spinner, the sign-in page or the signed-in app, depending on the session. */
export function SessionGate() {
  const session = useQuery(sessionQuery);
  usePrefetchQuery(settingsQuery);
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);

  // After signing out the address is /auth; a visitor keeps the address they opened.
  useEffect(() => {
    if (session.data === null && wasSignedIn.current) void navigate('/auth');
    wasSignedIn.current = Boolean(session.data);
  }, [session.data, navigate]);

  if (session.isPending) return <FullScreenSpinner />;
  if (session.isLoadingError) {
    return (
      <FullScreenNotice
        {...strings.unavailable}
        text={session.error.message}
        onAction={() => void session.refetch()}
      />
    );
  }
  if (session.data === null) return <SignInPage onEngage={fetchSignedIn} />;
  return <SignedInPart user={session.data} />;
}
