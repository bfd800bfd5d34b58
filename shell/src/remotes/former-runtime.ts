import * as runtime from '@module-federation/runtime-core';

// Remotes built before webpack's own federation was enough look for their runtime here. Only they make a page fetch it.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtime });
