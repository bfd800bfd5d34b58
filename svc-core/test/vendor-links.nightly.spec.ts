import { expect, it } from '@jest/globals';
import { useCoreService } from './core-service.ts';
import { vendorCallsOf } from './vendor-calls.ts';

const core = useCoreService();
const { rowsOf, sent } = vendorCallsOf(core);

it('ten thousand readings of a link, as scanners of mail do, change nothing', async () => {
  const one = await sent();
  const before = await rowsOf();
  const address = core.app.getHttpServer().address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (let at = 0; at < 10_000; at += 100) {
    const headers = { 'X-Forwarded-For': `198.51.${at % 256}.${Math.floor(at / 256)}` };
    const asked = Array.from({ length: 100 }, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/intake/jobs/${one.token}`, { headers });
      await response.text();
      return response.status;
    });
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  }
  expect(await rowsOf()).toBe(before);
}, 300_000);
