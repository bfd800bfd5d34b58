/** A small QR code, drawn for this remote: no screen before it needed one. */
export function StickerIcon({ className }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path strokeWidth="1.5" d="M2 2h4.5v4.5H2zM9.5 2H14v4.5H9.5zM2 9.5h4.5V14H2z" />
      <path strokeWidth="1.5" d="M9.5 10.2v-.7h2.2M14 9.5V12M9.5 14v-1.6M12 14h2" />
    </svg>
  );
}
