/** An icon of lines; decorative, because words stand beside it or name what it is in. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinejoin="round" />
    </svg>
  );
}

export const ViewsIcon = () => <LineIcon path="M4 2.5h8v11l-4-3-4 3z" />;

export const SelectIcon = () => <LineIcon path="M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11 6" />;

/** A QR code. */
export const CodeIcon = () => (
  <LineIcon path="M2 2h4.5v4.5H2zm7.5 0H14v4.5H9.5zM2 9.5h4.5V14H2zm7.5 1.5V9.5H11m3 0v1.5m-4.5 3v-.5m3 .5H14v-1.5" />
);
