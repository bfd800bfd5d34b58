/**
 * One OpenAPI document from those of the services, for the page and for /api/docs/all.json. Paths and operation ids
 * are of one service each; components of one name are the same in all.
 */
export const mergeDocuments = (documents) => {
  const [first] = documents;
  const tags = new Map();
  for (const { tags: own = [] } of documents) for (const tag of own) tags.set(tag.name, tag);
  return {
    ...first,
    info: {
      ...first.info,
      title: 'Mainstay',
      description: 'All calls of all services.',
      version: [...new Set(documents.map(({ info }) => info.version))].join(', '),
    },
    tags: [...tags.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    paths: union(documents.map(({ paths }) => paths)),
    components: Object.fromEntries(
      [...new Set(documents.flatMap(({ components }) => Object.keys(components)))]
        .sort()
        .map((kind) => [kind, union(documents.map(({ components }) => components[kind] ?? {}))]),
    ),
  };
};

const union = (records) => {
  const all = Object.assign({}, ...records);
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)));
};
