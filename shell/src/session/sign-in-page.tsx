import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { strings } from '../strings.ts';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { setupQuery } from './session.queries.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-page.module.css';
import { SignInStart } from './sign-in-start.tsx';
import { isSignOutDue, onSignOutDue } from './sign-out.ts';

/**
 * The sign-in screen (specification, section 2).
 * @param onEngage called when the visitor opens one of the forms
 */
export function SignInPage({ onEngage }: { onEngage: () => void }) {
  const [view, setView] = useState<'start' | 'login' | 'register'>('start');
  const isDue = useSyncExternalStore(onSignOutDue, isSignOutDue);
  const { data: setup } = useQuery(setupQuery);
  const registering = setup?.needed ? strings.register.first : strings.register.another;

  return (
    <SignInFrame>
      <title>{strings.pageTitle(strings.signIn.pageTitle)}</title>
      {navigator.cookieEnabled ? null : (
        <p className={styles['lead']} role="alert">
          {strings.signIn.cookies}
        </p>
      )}
      {isDue ? (
        <p className={styles['lead']} role="alert">
          {strings.signIn.signOutDue}
        </p>
      ) : null}
      {view === 'start' ? (
        <SignInStart
          setup={setup}
          onPick={(form) => {
            onEngage();
            setView(form);
          }}
        />
      ) : null}
      {view === 'login' ? <LoginForm /> : null}
      {view === 'register' ? <RegisterForm title={registering} onCancel={() => setView('start')} /> : null}
    </SignInFrame>
  );
}
