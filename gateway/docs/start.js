import { credentials } from './caller.js';
import { mergeDocuments } from './merge.js';
import { resolveReferences } from './references.js';
import { searchCalls } from './search.js';
import { startStream } from './stream.js';

// From the script that the page loads before this one.
const { SwaggerUIBundle } = globalThis;

/** For a service that takes connections and does not respond; one that is down is known at once. */
const TIME_LIMIT_MS = 5000;
const SEARCH_PAUSE_MS = 150;

const prose = document.getElementById('prose');
const docs = document.getElementById('docs');
const search = document.getElementById('search');

const say = (text) => {
  const line = document.createElement('p');
  line.textContent = text;
  document.getElementById('state').append(line);
};

const read = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
};

/** The document of a service; null when it does not return it. */
const readService = async (service) => {
  try {
    return await (await read(`/api/docs/${service}.json`)).json();
  } catch {
    say(`svc-${service} is unavailable. Its calls are not shown; reload the page to try again.`);
    return null;
  }
};

/** Sends a call as chosen. The stream has no end to wait for, so the panel shows it. */
const send = (request) => {
  if (new URL(request.url, location.href).pathname === '/api/events') {
    startStream();
    throw new Error('The stream is shown at the top of the page, under “Live events”.');
  }
  const { headers, ...more } = credentials();
  return Object.assign(request, more, { headers: { ...request.headers, ...headers } });
};

/** Without the schemes of the document: how calls are sent is chosen above. */
const withoutSchemes = ({ components, ...document }) => ({
  ...document,
  security: [],
  components: { ...components, securitySchemes: {} },
});

const showCalls = async () => {
  const { services } = await (await read('/api/docs/services.json')).json();
  const documents = (await Promise.all(services.map(readService))).filter((document) => document !== null);
  if (documents.length === 0) return;
  const ui = SwaggerUIBundle({
    dom_id: '#docs',
    spec: withoutSchemes(mergeDocuments(documents)),
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [searchCalls(() => search.value.trim()), resolveReferences],
    layout: 'BaseLayout',
    deepLinking: true,
    // All calls at once are hundreds: they are drawn when their tag is opened, or found.
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    requestInterceptor: send,
    showMutatedRequest: false,
    // The hosted validator would be sent our documents, and the content security policy forbids it.
    validatorUrl: null,
  });
  let timer;
  const find = () => ui.layoutActions.updateFilter(search.value.trim() || false);
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(find, SEARCH_PAUSE_MS);
  });
};

/** What is written for people, by the hash of the page. */
const proseFiles = { '#guide': 'api.md', '#versions': 'api-versions.md', '#changes': 'api-changes.md' };
const hashOfFile = (file) => Object.keys(proseFiles).find((hash) => proseFiles[hash] === file);

/** Its links to one another lead to the parts of this page, those into the repository nowhere. */
const linked = (text) =>
  text.replaceAll(/\[([^\]]*)\]\((?!https?:|#|\/)([^)]*)\)/g, (_, words, file) => {
    const hash = hashOfFile(file);
    return hash ? `[${words}](${hash})` : words;
  });

/** Drawn as the descriptions of calls are. */
const showProse = async (file) => {
  const text = await (await read(`/api/docs/${file}`)).text();
  const [, title, rest] = /^# ([^\n]*)\n(.*)$/s.exec(text);
  // Its blocks are about this installation.
  const here = rest.replaceAll(/```.*?```/gs, (block) =>
    block.replaceAll('http://localhost:8080', location.origin),
  );
  const description = linked(here.replaceAll(/<!--.*?-->\n?/gs, ''));
  const domNode = document.createElement('div');
  prose.replaceChildren(domNode);
  SwaggerUIBundle({
    domNode,
    spec: { openapi: '3.1.0', info: { title, version: '1', description }, paths: {} },
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [resolveReferences],
    layout: 'BaseLayout',
    validatorUrl: null,
  });
};

const showPart = () => {
  const file = proseFiles[location.hash];
  prose.hidden = file === undefined;
  docs.hidden = !prose.hidden;
  if (file) showProse(file).catch(() => say(`${file} is unavailable. Reload the page to try again.`));
};
window.addEventListener('hashchange', showPart);
showPart();

// Swagger UI's own dark colours.
const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', colour);
colour();

showCalls().catch(() => say('The list of services is unavailable. Reload the page to try again.'));
