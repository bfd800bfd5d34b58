/** The product illustration: the layers of a sandwich. */
export function LayersArt() {
  return (
    <svg viewBox="0 0 600 420" preserveAspectRatio="none" focusable="false">
      <path d="M0 158C84 102 186 84 300 84s216 18 300 74v90H0Z" fill="#c98a45" />
      <path
        d="M0 158C84 102 186 84 300 84s216 18 300 74v58c-84-44-186-58-300-58S84 172 0 216Z"
        fill="#dfa860"
      />
      <path
        d="M0 158C84 102 186 84 300 84s216 18 300 74v18C516 122 414 104 300 104S84 122 0 176Z"
        fill="#efc583"
      />
      <g fill="#fbe9c6">
        <ellipse cx="118" cy="138" rx="11" ry="5" transform="rotate(-22 118 138)" />
        <ellipse cx="206" cy="132" rx="11" ry="5" transform="rotate(8 206 132)" />
        <ellipse cx="288" cy="118" rx="11" ry="5" transform="rotate(-6 288 118)" />
        <ellipse cx="372" cy="136" rx="11" ry="5" transform="rotate(14 372 136)" />
        <ellipse cx="452" cy="128" rx="11" ry="5" transform="rotate(24 452 128)" />
        <ellipse cx="534" cy="162" rx="11" ry="5" transform="rotate(30 534 162)" />
        <ellipse cx="52" cy="170" rx="11" ry="5" transform="rotate(-32 52 170)" />
      </g>
      <path
        d="M0 236c34 0 42-22 86-22s50 24 92 24 54-26 98-26 50 26 96 26 52-24 96-24 50 22 80 22 38-10 52-14v62H0Z"
        fill="#4e8a4d"
      />
      <path
        d="M0 252c40 0 50-18 96-18s52 20 96 20 56-22 100-22 54 22 98 22 56-20 98-20 60 18 112 14v40H0Z"
        fill="#76b168"
      />
      <path d="M0 274h600v34H0Z" fill="#d8452f" />
      <path d="M0 274h600v10H0Z" fill="#ef6a4b" />
      <path d="M0 300h600v82H0Z" fill="#e8a08c" />
      <path d="M0 304h600v10l-78 38-96-38-112 46-104-46-98 40L0 316Z" fill="#8f5a34" opacity=".35" />
      <path d="M0 302h600v8l-78 36-96-36-112 44-104-44-98 38L0 312Z" fill="#f2b632" />
      <path d="M0 344c60-14 120 10 200-2s140-12 210 2 130 8 190-2v78H0Z" fill="#efc583" />
      <path d="M0 362c60-14 120 10 200-2s140-12 210 2 130 8 190-2v60H0Z" fill="#cf9450" />
    </svg>
  );
}
