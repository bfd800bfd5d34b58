import { createInstance } from '@module-federation/enhanced/runtime';
import { provided } from '@mainstay/web-build/shared-modules';
import { expect, it, jest } from '@jest/globals';
import { useState } from 'react';
import { sharedModules, untilLoaded } from './shared-modules.ts';

it("shares every shared module under its key and version, with the page's own React", () => {
  // The build sets it (packages/web-build/src/shell-config.ts).
  Reflect.set(globalThis, 'SHARED_MODULES', provided);
  const shared = Object.entries(sharedModules()).flatMap(([key, modules]) =>
    [modules].flat().map((module) => ({ key, ...module })),
  );
  expect(new Map(shared.map(({ key, version }) => [key, version]))).toEqual(
    new Map(Object.values(provided).map(({ shareKey, version }) => [shareKey, version])),
  );
  const react = shared.find(({ key }) => key === 'react');
  expect(react && 'lib' in react && react.lib()).toMatchObject({ useState });
});

it('fetches a module again after it could not be fetched', async () => {
  const fetch = jest.fn(() => Promise.resolve('the module')).mockRejectedValueOnce(new Error('no network'));
  const runtime = createInstance({ name: 'shell', remotes: [] });
  runtime.registerShared({ part: { version: '1.0.0', get: untilLoaded(fetch) } });
  const load = async () => {
    // As the build of a remote does.
    const factory = await runtime.loadShare<string>('part', {
      customShareInfo: { scope: ['default'], shareConfig: { requiredVersion: '^1.0.0' } },
    });
    return factory && factory();
  };
  const both = await Promise.allSettled([load(), load()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await load()).toBe('the module');
  expect(await load()).toBe('the module');
  expect(fetch).toHaveBeenCalledTimes(2);
});
