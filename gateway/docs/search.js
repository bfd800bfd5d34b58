/** Whether each word of a search is in the path, the id, the summary or the tag of a call. */
export const matches = (text, call) => {
  const said = call.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
};

/**
 * A plugin of Swagger UI: its filter looks for calls, not only for their tags, and opens the tags of what it finds.
 * @param searched returns the text
 */
export const searchCalls = (searched) => () => ({
  fn: {
    opsFilter: (tagged, text) =>
      tagged
        .map((group, tag) =>
          group.update('operations', (calls) =>
            calls.filter((call) =>
              matches(
                text,
                [
                  tag,
                  call.get('method'),
                  call.get('path'),
                  call.getIn(['operation', 'operationId'], ''),
                  call.getIn(['operation', 'summary'], ''),
                ].join(' '),
              ),
            ),
          ),
        )
        .filter((group) => group.get('operations').size > 0),
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown:
          (original) =>
          (_state, thing, ...rest) =>
            (searched() !== '' && Array.isArray(thing) && thing[0] === 'operations-tag') ||
            original(thing, ...rest),
      },
    },
  },
});
