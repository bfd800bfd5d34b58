import { useNavigate } from '@mainstay/ui/router';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { sessionQuery, type User } from '../session/session.queries.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { FullScreenNotice } from './full-screen-notice.tsx';
import { FullScreenSpinner } from './full-screen.tsx';
import { settingsQuery } from './settings.ts';
import { loadSignedIn, signedInPart } from './signed-in-part.ts';
import { strings } from '../strings.ts';

/** While a visitor types, the frame behind the door is on its way. */
const fetchSignedIn = () => void loadSignedIn().catch(() => undefined);

function BehindTheDoor({ user }: { user: User }) {
  // The same one as long as it is shown.
  const [SignedIn] = useState(() => signedInPart());
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <SignedIn user={user} />
    </Suspense>
  );
}

/** Decides who is at the door: nobody yet known, a visitor, or a signed-in user. */
export function Entrance() {
  const session = useQuery(sessionQuery);
  usePrefetchQuery(settingsQuery);
  const navigate = useNavigate();
  const wasSignedIn = useRef(false);

  // Whoever has just signed out stands at the sign-in screen's own address; a visitor keeps the one they opened.
  useEffect(() => {
    if (session.data === null && wasSignedIn.current) void navigate('/auth');
    wasSignedIn.current = Boolean(session.data);
  }, [session.data, navigate]);

  if (session.isPending) return <FullScreenSpinner />;
  if (session.isError) {
    return (
      <FullScreenNotice
        title={strings.unavailable.title}
        text={session.error.message}
        action={strings.unavailable.action}
        onAction={() => void session.refetch()}
      />
    );
  }
  if (session.data === null) return <SignInPage onEngage={fetchSignedIn} />;
  return <BehindTheDoor user={session.data} />;
}
