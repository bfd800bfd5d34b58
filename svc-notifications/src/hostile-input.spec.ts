import { expect, it } from '@jest/globals';
import { describeOnlyEnv, EventIds, loadConfig } from '@mainstay/service-kit';
import { slowParsers } from '@mainstay/service-kit/testing';
import { configSchema } from './config.ts';
import { html, lines } from './mail/templates/html.ts';
import { excerptOf, mentionsOf, oneLine } from './mail/templates/plain-text.ts';
import { updateSettingsRequest } from './settings/settings.schemas.ts';

it('reads 8 KB of anything from outside at once', () => {
  const ids = new EventIds(loadConfig(configSchema, describeOnlyEnv));
  const id = (text: string) => ids.cursorOf(text);
  expect(
    slowParsers({
      'event id': id,
      "event id 'a.1.'": id,
      settings: (text) =>
        updateSettingsRequest.safeParse({ timeZone: text, digestTime: text, pausedUntil: text }),
      line: oneLine,
      excerpt: (text) => excerptOf(text, new Map()),
      mentions: mentionsOf,
      html: (text) => html`<p>${text}</p>`,
      lines,
    }),
  ).toEqual([]);
});
