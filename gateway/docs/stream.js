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

/** Shows what arrives until it ends, or somebody stops it. */
const follow = async (mine) => {
  try {
    await read(mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) show(`${error.message}\n`);
  }
  if (reading === mine) stop();
};

/** Opens the panel and shows what arrives. */
export const startStream = () => {
  stop();
  reading = new AbortController();
  panel.open = true;
  log.textContent = '';
  button.textContent = 'Stop';
  button.setAttribute('aria-pressed', 'true');
  void follow(reading);
};

button.addEventListener('click', () => (reading ? stop() : startStream()));
panel.addEventListener('toggle', () => panel.open || stop());
