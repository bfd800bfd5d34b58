import { renderToStaticMarkup } from 'react-dom/server.node';
import mark from './app/mark.svg';
import { FullScreenSpinner } from './app/full-screen.tsx';
import startScript from './app/start.js?address';
import federationRuntime from './federation/index.ts?federation-runtime';
import { SignInFrame } from './session/sign-in-frame.tsx';
import { SignInStart } from './session/sign-in-start.tsx';
import { strings } from './strings.ts';

/** What the application asks as soon as it runs: the answers are on their way while its scripts are. */
const asked = ['/api/user', '/config.json'];

/** Addresses of built files. */
interface Files {
  /** What the application starts with beside its entry. */
  start: string[];
  /** What remotes use of the visual language beyond that. */
  screenParts: string[];
}

/**
 * The document that the gateway sends for every address, rendered when the shell is built: to whoever comes without a
 * session the sign-in screen, there before any script, to others the spinner. The application puts the same in its place.
 */
export default function page({ isSignedOut, start, screenParts }: Files & { isSignedOut: boolean }): string {
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
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={strings.pageDescription} />
        <title>{strings.product}</title>
        <link rel="icon" href={mark} />
        <meta name="federation-runtime" content={federationRuntime} />
        {screenParts
          .filter((file) => file.endsWith('.js'))
          .map((file) => (
            <meta key={file} name="screen-part" content={file} />
          ))}
        <script src={startScript} />
        {start.map((file) =>
          file.endsWith('.css') ? (
            <link key={file} rel="stylesheet" href={file} />
          ) : (
            <link key={file} rel="preload" as="script" href={file} />
          ),
        )}
        {isSignedOut
          ? null
          : asked.map((address) => (
              <link key={address} rel="preload" as="fetch" href={address} crossOrigin="use-credentials" />
            ))}
      </head>
      <body>
        <noscript>{strings.noScript}</noscript>
        <div id="root">{content}</div>
      </body>
    </html>
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}
