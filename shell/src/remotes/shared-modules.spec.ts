import { provided } from '@mainstay/remote-contract/federation';
import { expect, it } from '@jest/globals';
import { useState } from 'react';
import { sharedModules } from './shared-modules.ts';

it('shares every module of the sharing list under its key and version, React as the one of the page', () => {
  // The build sets it (packages/remote-contract/src/build/shell.ts).
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
