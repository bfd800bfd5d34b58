import { strings } from '../strings.ts';
import { ActionButton } from './action-button.tsx';
import styles from './sign-in-page.module.css';

/**
 * How the sign-in screen begins. Without `onPick` it is the picture that signed-out.html holds until the scripts
 * have come, and its button waits for them.
 */
export function SignInStart({
  setup,
  onPick,
}: {
  setup?: { needed: boolean; selfRegistration: boolean } | undefined;
  onPick?: (form: 'login' | 'register') => void;
}) {
  return (
    <>
      <p className={styles['lead']}>{setup?.needed ? strings.signIn.leadOfFirst : strings.signIn.lead}</p>
      <div className={styles['actions']}>
        {setup?.needed ? (
          <ActionButton onClick={() => onPick?.('register')}>{strings.register.first}</ActionButton>
        ) : null}
        <ActionButton quiet={setup?.needed} disabled={!onPick} onClick={() => onPick?.('login')}>
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
