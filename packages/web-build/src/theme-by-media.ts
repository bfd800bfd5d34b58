const light = /:root\[data-theme='light'\] (\{[^}]*\})/;

/**
 * A webpack loader for packages/ui/src/tokens.css: the light theme follows the setting of the device, for pages that
 * have no switch of their own and no script yet.
 * @throws Error if the file has no light theme
 */
export default function themeByMedia(css: string): string {
  if (!light.test(css)) throw new Error('tokens.css has no rule for the light theme');
  return css.replace(light, '@media (prefers-color-scheme: light) { :root $1 }');
}
