// Runs before anything is painted, so that no visitor sees the other theme first. Dark is the default.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // No storage, no memory of a choice.
  }
  document.documentElement.dataset.theme = chosen === 'light' ? 'light' : 'dark';
})();
