// Both come with the scripts that the page loads before this one.
const { SwaggerUIBundle, SwaggerUIStandalonePreset } = globalThis;

/** For a service that takes connections and does not respond; one that is down is known at once. */
const TIME_LIMIT_MS = 5000;

const say = (text) => {
  const line = document.createElement('p');
  line.textContent = text;
  document.getElementById('state').append(line);
};

const readJson = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
};

/** A service with the number of its paths; null when it does not return its document. */
const readService = async (service) => {
  const url = `/api/docs/${service}.json`;
  try {
    const { paths } = await readJson(url);
    return { name: `svc-${service}`, url, size: Object.keys(paths).length };
  } catch {
    say(`svc-${service} is unavailable. Its calls are not shown; reload the page to try again.`);
    return null;
  }
};

const start = async () => {
  const { services } = await readJson('/api/docs/services.json');
  const found = await Promise.all(services.map(readService));
  const urls = found.filter((service) => service !== null).sort((a, b) => b.size - a.size);
  if (urls.length === 0) return;
  SwaggerUIBundle({
    dom_id: '#docs',
    urls: urls.map(({ name, url }) => ({ name, url })),
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
    deepLinking: true,
    // The hosted validator would be sent our documents, and the content security policy forbids it.
    validatorUrl: null,
  });
};

start().catch(() => say('The list of services is unavailable. Reload the page to try again.'));
