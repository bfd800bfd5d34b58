import { renderToStaticMarkup } from 'react-dom/server.node';
import { FramePicture } from './app/frame-picture.tsx';
import mark from './parts/mark.svg';
import { FullScreenSpinner } from './app/full-screen.tsx';
import { manifest, touchIcon } from './app/install/files.ts';
import startScript from './app/start.js?address';
import federationRuntime from './federation/index.ts?federation-runtime';
import { SignInFrame } from './session/sign-in-frame.tsx';
import { SignInStart } from './session/sign-in-start.tsx';
import { strings } from './strings.ts';

/** `--ms-canvas` of the dark theme, the default, as in the manifest; theme.ts replaces it. */
const darkCanvas = '#151311';

/** Texts of the document alone, which no script needs. */
const texts = {
  description: 'Maintenance for every store: tickets, locations and the people who keep them running.',
  noScript: 'Mainstay needs JavaScript.',
};

/** URLs of built files. */
interface Files {
  /** The chunks that the app needs first, besides its entry. */
  start: string[];
  /** The remaining part of the visual language, which remotes use. */
  screenParts: string[];
  /** What is first pressed needs these. */
  pressedParts: string[];
}

/**
 * The HTML document for every address, rendered at build time. Without a session it contains the sign-in screen,
 * visible before any script runs; with one, the spinner. The app renders the same markup over it.
 */
export default function page({
  isSignedOut,
  start,
  screenParts,
  pressedParts,
}: Files & { isSignedOut: boolean }): string {
  const content = isSignedOut ? (
    <SignInFrame>
      <SignInStart />
    </SignInFrame>
  ) : (
    <FullScreenSpinner />
  );
  const document = (
    <html lang="en" data-signed-out={isSignedOut || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="description" content={texts.description} />
        <title>{strings.product}</title>
        <link rel="icon" href={mark} />
        <link rel="apple-touch-icon" href={touchIcon} />
        <link rel="manifest" href={manifest} />
        <meta name="theme-color" content={darkCanvas} />
        <meta name="federation-runtime" content={federationRuntime} />
        {screenParts
          .filter((file) => file.endsWith('.js'))
          .map((file) => (
            <meta key={file} name="screen-part" content={file} />
          ))}
        {pressedParts.map((file) => (
          <meta key={file} name="pressed-part" content={file} />
        ))}
        <script src={startScript} />
        {start.map((file) =>
          file.endsWith('.css') ? (
            <link key={file} rel="stylesheet" href={file} />
          ) : (
            <link key={file} rel="preload" as="script" href={file} />
          ),
        )}
      </head>
      <body>
        <noscript>{texts.noScript}</noscript>
        <div id="root">{content}</div>
        {isSignedOut ? null : (
          <template id="picture">
            <FramePicture />
          </template>
        )}
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
