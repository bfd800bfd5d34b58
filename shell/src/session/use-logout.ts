import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery, useSessionChange } from './session.queries.ts';
import { signOut } from './sign-out.ts';

/**
 * Signs out. A session of the company's account leads to where the provider's ends, or to a page that says that it
 * does not.
 */
export function useLogout(go: (address: string) => void = (address) => location.assign(address)) {
  const queries = useQueryClient();
  return useSessionChange(async () => {
    const user = queries.getQueryData(sessionQuery.queryKey);
    const headers = await signOut();
    const [, address] = /^<([^>]+)>; rel="end-session"$/.exec(headers?.get('link') ?? '') ?? [];
    if (address !== undefined) go(address);
    else if (headers && user?.signedInBy === 'company') go('/auth?problem=signed_out');
    return null;
  });
}
