/** The mf-manifest.json of a built remote: the members that name its first files, and `more`. */
export const manifestText = (more: object): string =>
  JSON.stringify({
    ...more,
    metaData: { remoteEntry: { name: 'remoteEntry.0a1b2c3d4e.js' } },
    exposes: [{ assets: { js: { sync: ['static/page.5e6f7a8b9c.js'] }, css: { sync: [] } } }],
    shared: [{ name: 'react' }],
  });
