/** The picture of the product: a sandwich seen from close by, layer on layer. */
export function LayersArt() {
  return (
    <svg viewBox="0 0 600 420" preserveAspectRatio="none" focusable="false">
      <path d="M0 150C90 96 190 84 300 84s210 12 300 66v60H0Z" fill="#e9b872" />
      <path
        d="M0 150C90 96 190 84 300 84s210 12 300 66v22C510 122 410 108 300 108S90 122 0 172Z"
        fill="#f4cf93"
      />
      <path
        d="M0 206c50-22 76 22 126 4s76-26 128-2 82 20 130 0 78-18 116 4 60 8 100-8v60H0Z"
        fill="#7fb069"
      />
      <path d="M0 244h600v34H0Z" fill="#e4572e" />
      <path d="M0 268h600v10l-84 34-92-34-110 40-96-40-104 36L0 282Z" fill="#f2b632" />
      <path d="M0 300c60 16 120-10 200 4s140 14 210-2 130-8 190 4v60H0Z" fill="#f6e7cf" />
      <path d="M0 344h600v76H0Z" fill="#d99f58" />
      <path d="M0 344h600v16H0Z" fill="#f4cf93" />
    </svg>
  );
}
