/** Style sheets: `*.module.css` exports class names; other files have only side effects. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
/** Files imported by URL. */
declare module '*?address' {
  const address: string;
  export default address;
}
/** Files imported by URL that keep their names. */
declare module '*?as-named' {
  const address: string;
  export default address;
}
/** The federation runtime as a file of its own (packages/web-build/src/federation-runtime.ts). */
declare module '*?federation-runtime' {
  const address: string;
  export default address;
}
declare module '*.svg' {
  const address: string;
  export default address;
}
