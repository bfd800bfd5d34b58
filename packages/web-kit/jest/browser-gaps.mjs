/** The parts of a browser that antd, the router and Uppy touch and jsdom does not have. */

class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Delivers like the real one, after the current task. */
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

Object.assign(globalThis.Element.prototype, {
  scrollIntoView() {},
  hasPointerCapture: () => false,
  setPointerCapture() {},
  releasePointerCapture() {},
});

// A modal dialog's place in the page, without the browser's focus rules and its top layer.
Object.assign(globalThis.HTMLDialogElement.prototype, {
  showModal() {
    this.setAttribute('open', '');
  },
  close() {
    this.removeAttribute('open');
  },
});

// jsdom complains about pseudo elements instead of answering; the answer without them is good enough.
const computedStyle = globalThis.getComputedStyle.bind(globalThis);
globalThis.getComputedStyle = (element) => computedStyle(element);
