import { act } from 'react';

/** The layout that virtual lists read and jsdom lacks: 600 px high, with rows of 150 px. */
const heightOf = (element) => {
  if (element.dataset.index !== undefined) return 150;
  return element.querySelector(':scope > [role="list"]') ? 600 : undefined;
};

Object.defineProperties(globalThis.HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => 1000 },
  offsetParent: {
    configurable: true,
    get() {
      return this.parentElement;
    },
  },
});

/** Reports the size of an element once, after it is observed. */
globalThis.ResizeObserver = class {
  constructor(callback) {
    this.callback = callback;
  }
  observe(target) {
    const height = heightOf(target);
    if (height === undefined) return;
    const report = () => this.callback([{ target, contentRect: { width: 1000, height } }]);
    // While Testing Library waits for something, React takes updates outside of act.
    queueMicrotask(() => (globalThis.IS_REACT_ACT_ENVIRONMENT ? act(report) : report()));
  }
  unobserve() {}
  disconnect() {}
};
