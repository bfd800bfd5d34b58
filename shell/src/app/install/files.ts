import './icon-192.png?as-named';
import './icon-512.png?as-named';
import './icon-maskable.png?as-named';

/** The URLs of what a browser needs to install the app; the manifest names the icons above. */
export { default as manifest } from './manifest.webmanifest?as-named';
export { default as touchIcon } from './icon-touch.png?as-named';
