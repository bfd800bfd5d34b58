import { credentials } from './caller.js';

/** The latest of it: an open tab does not grow for days. */
const MOST_CHARACTERS = 20_000;

const panel = document.getElementById('stream');
const button = panel.querySelector('button');
const log = panel.querySelector('pre');
let reading;

const show = (text) => {
  log.textContent = (log.textContent + text).slice(-MOST_CHARACTERS);
  log.scrollTop = log.scrollHeight;
};

const read = async (signal) => {
  const response = await fetch('/api/events', { ...credentials(), signal });
  if (!response.ok) {
    const { detail } = await response.json().catch(() => ({}));
    throw new Error(`${response.status}: ${detail ?? response.statusText}`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) show(part.value);
  show('\n(The stream has ended.)\n');
};

const stop = () => {
  reading?.abort();
  reading = undefined;
  button.textContent = 'Start';
  button.setAttribute('aria-pressed', 'false');
};

/** Opens the panel and shows what arrives. */
export const startStream = () => {
  stop();
  const mine = new AbortController();
  reading = mine;
  panel.open = true;
  log.textContent = '';
  button.textContent = 'Stop';
  button.setAttribute('aria-pressed', 'true');
  read(mine.signal)
    .catch((error) => mine.signal.aborted || show(`${error.message}\n`))
    .finally(() => reading === mine && stop());
};

button.addEventListener('click', () => (reading ? stop() : startStream()));
panel.addEventListener('toggle', () => panel.open || stop());
