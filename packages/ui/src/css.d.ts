/** Style sheets: `*.module.css` gives the generated class names, any other file only its effect. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
/** Files that are taken by their address. */
declare module '*?address' {
  const address: string;
  export default address;
}
/** The federation runtime as a file of its own (packages/remote-contract/src/build/federation-runtime.ts). */
declare module '*?federation-runtime' {
  const address: string;
  export default address;
}
declare module '*.svg' {
  const address: string;
  export default address;
}
