/** The layout values that virtual lists read and jsdom lacks: boxes 600 px high, cards of 150 px. */
Object.defineProperties(globalThis.HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => 1000 },
  clientHeight: { configurable: true, get: () => 600 },
  offsetHeight: {
    configurable: true,
    get() {
      return this.dataset.index === undefined ? 0 : 150;
    },
  },
});
