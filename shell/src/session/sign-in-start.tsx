import { type ReactNode } from 'react';
import { strings } from '../strings.ts';
import { ActionButton } from './action-button.tsx';
import styles from './sign-in-page.module.css';

/**
 * The first view of the sign-in screen. Without `onPick` it is the static markup of signed-out.html, whose button works
 * once the scripts are loaded.
 */
export function SignInStart({
  setup,
  company,
  onPick,
}: {
  setup?: { needed: boolean; selfRegistration: boolean } | undefined;
  /** The way to the company's sign-in, if there is one. */
  company?: ReactNode;
  onPick?: (form: 'login' | 'register') => void;
}) {
  return (
    <>
      <p className={styles['lead']}>{setup?.needed ? strings.signIn.leadOfFirst : strings.signIn.lead}</p>
      <div className={styles['actions']}>
        {setup?.needed ? (
          <ActionButton onClick={() => onPick?.('register')}>{strings.register.first}</ActionButton>
        ) : null}
        {company}
        <ActionButton
          quiet={setup?.needed || Boolean(company)}
          disabled={!onPick}
          onClick={() => onPick?.('login')}
        >
          {strings.signIn.open}
        </ActionButton>
        {setup?.selfRegistration && !setup.needed ? (
          <ActionButton quiet onClick={() => onPick?.('register')}>
            {strings.register.another}
          </ActionButton>
        ) : null}
      </div>
    </>
  );
}
