import { ActionButton } from './action-button.tsx';
import styles from './sign-in-page.module.css';

/** Why a sign-in with the company's account failed, by the word in the address. */
const problems = new Map([
  ['not_known', 'There is no account for you here. Ask your administrator to add you as an employee.'],
  ['not_verified', "Your company's account does not confirm your e-mail address. Ask your administrator."],
  ['inactive', 'Your account here is deactivated. Ask your administrator.'],
  ['linked', 'Your account here belongs to another company account.'],
  ['cancelled', 'Sign-in was cancelled.'],
  ['expired', 'Sign-in took too long. Please try again.'],
  ['unavailable', "Your company's sign-in does not respond. Try again, or use your password."],
]);

/** Leads to the company's sign-in, and back to the address that is open; says how the last one ended. */
export function CompanySignIn({
  label,
  go = (address) => location.assign(address),
}: {
  label: string;
  go?: (address: string) => void;
}) {
  const { pathname, search } = location;
  const problem = new URLSearchParams(search).get('problem') ?? '';
  const text =
    problem === 'signed_out'
      ? `You are signed out here. You may still be signed in at ${label}.`
      : problems.get(problem);
  // Without the problem of this time.
  const returnTo = pathname === '/auth' ? pathname : pathname + search;
  return (
    <>
      {text === undefined ? null : (
        <p className={styles['lead']} role="alert">
          {text}
        </p>
      )}
      <ActionButton onClick={() => go(`/api/oidc/login?returnTo=${encodeURIComponent(returnTo)}`)}>
        Sign in with {label}
      </ActionButton>
    </>
  );
}
