import { provided } from '@mainstay/web-build/shared-modules';
import { expect, it } from '@jest/globals';
import { useState } from 'react';
import { sharedModules } from './shared-modules.ts';

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
