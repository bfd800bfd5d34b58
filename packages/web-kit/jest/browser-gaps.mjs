/** The browser APIs that antd, the router and Uppy use and jsdom lacks. */

// React takes a stack for every element; Jest's 100 frames make that slow.
Error.stackTraceLimit = 20;

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Delivers messages after the current task, as browsers do. */
class TimerMessageChannel {
  port1 = { onmessage: null, close() {} };
  port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.({}), 0), close() {} };
}

Object.assign(globalThis, {
  ResizeObserver: StillObserver,
  IntersectionObserver: StillObserver,
  scrollTo() {},
  MessageChannel: TimerMessageChannel,
  matchMedia: (media) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
});

Object.assign(globalThis.Performance.prototype, { getEntriesByType: () => [] });

Object.assign(globalThis.Element.prototype, {
  // As in newer browsers, which tell when it has ended.
  scrollIntoView: () => Promise.resolve(),
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
  hidePopover() {},
});

// Modal dialogs without focus trapping and top layer.
Object.assign(globalThis.HTMLDialogElement.prototype, {
  showModal() {
    this.setAttribute('open', '');
  },
  close() {
    this.removeAttribute('open');
  },
});

// jsdom logs an error for pseudo-elements; the result without them is good enough.
const computedStyle = globalThis.getComputedStyle.bind(globalThis);
globalThis.getComputedStyle = (element) => computedStyle(element);

// A page under test is never idle, so that nothing is fetched ahead beside what the test does.
globalThis.requestIdleCallback = () => 0;
