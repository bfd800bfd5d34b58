import { expect, it } from '@jest/globals';
import { slowParsers } from '@mainstay/service-kit/testing';
import { reportRemoteLoadRequest } from './remote-loads/remote-loads.schemas.ts';
import { loginRequest } from './sessions/sessions.schemas.ts';
import { registerRequest, updateUserRequest } from './users/users.schemas.ts';

it('reads 8 KB of anything from outside at once', () => {
  const register = (text: string) =>
    registerRequest.safeParse({ email: text, password: text, firstName: text, lastName: text });
  const picture = (profileImageUrl: string) => updateUserRequest.safeParse({ profileImageUrl });
  expect(
    slowParsers({
      login: (text) => loginRequest.safeParse({ email: text, password: text }),
      register,
      "register 'a@'": register,
      // Of the longest length that is read.
      'e-mail of 254': (text) => register(text.slice(0, 254)),
      picture,
      "picture 'https://'": picture,
      remote: (remote) => reportRemoteLoadRequest.safeParse({ remote }),
    }),
  ).toEqual([]);
});
