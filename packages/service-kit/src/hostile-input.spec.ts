import { expect, it } from '@jest/globals';
import { clientNetwork } from './client-network.ts';
import { hasReadableQuery } from './encoding.ts';
import { preconditionOf } from './entity-tag.ts';
import { instant } from './fields.ts';
import { idSchema } from './id-param.ts';
import { errorText } from './logged-error.ts';
import { creationKeys, encodeCursor, pageQuery } from './page.ts';
import { secretBeginning } from './secret-beginning.ts';
import { sessionIdOf } from './session.ts';
import { slowParsers } from './testing/hostile-input.ts';
import { requiredText } from './text.ts';

it('finds a slow function', () => {
  expect(slowParsers({ split: (text) => text.split(/\s*;\s*/), fast: (text) => text.trim() })).toEqual([
    expect.stringMatching(/^split: \d/),
  ]);
});

/** A refusal is as quick as a result. */
const orRefused = (parse: (text: string) => unknown) => (text: string) => {
  try {
    return parse(text);
  } catch (refusal) {
    return refusal;
  }
};

it('reads 8 KB of anything from outside at once', () => {
  const { cursor } = pageQuery(creationKeys);
  const time = (text: string) => instant.safeParse(text);
  expect(
    slowParsers({
      time,
      "time '2026-03-05T15:04:00'": time,
      "time '2026-03-05T15:04:00.'": time,
      cursor: (text) => cursor.safeParse(text),
      'keys of a cursor': (text) => cursor.safeParse(encodeCursor([text, text])),
      id: (text) => idSchema.safeParse(text),
      text: (text) => requiredText(255).safeParse(text),
      address: clientNetwork,
      "address '::'": clientNetwork,
      path: (text) => secretBeginning(text, ['/api/intake/']),
      "query '/?'": hasReadableQuery,
      session: (text) => sessionIdOf(text, ['secret']),
      "session 'mainstay.sid=s:'": (text) => sessionIdOf(text, ['secret']),
      'If-Match': orRefused((text) => preconditionOf({ headers: { 'if-match': text } })),
      'logged error': (text) => errorText(new Error(text)),
      'logged SyntaxError': (text) => errorText(new SyntaxError(text)),
    }),
  ).toEqual([]);
});
