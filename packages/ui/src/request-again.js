// Requests the scripts and styles that a page itself names until they arrive: without them there is nothing to press.
(() => {
  let wait = 0;
  const requestAgain = (lost) => {
    const again = document.createElement(lost.localName);
    for (const { name, value } of lost.attributes) again.setAttribute(name, value);
    lost.replaceWith(again);
  };
  document.addEventListener(
    'error',
    ({ target }) => {
      // Loaders listen on the elements that they add, and fail where their file is needed.
      if (target.onerror || !target.matches('script[defer], link[rel=stylesheet]')) return;
      setTimeout(() => requestAgain(target), wait);
      wait = Math.min(wait * 2 + 1000, 30_000);
    },
    true,
  );
})();
