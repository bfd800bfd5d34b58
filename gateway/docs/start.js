// Both come with the scripts that the page loads before this one.
const { SwaggerUIBundle, SwaggerUIStandalonePreset } = globalThis;

SwaggerUIBundle({
  dom_id: '#docs',
  urls: ['core', 'auth', 'attachments'].map((service) => ({
    name: `svc-${service}`,
    url: `/api/docs/${service}.json`,
  })),
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  // The hosted validator would be sent our documents, and the content security policy forbids it.
  validatorUrl: null,
});
