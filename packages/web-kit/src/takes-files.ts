import { type ClipboardEvent, type DragEvent } from 'react';

/** The files of what is pasted; none of words, which some programs copy with a picture of them. */
function pastedFiles(pasted: DataTransfer): File[] {
  const files = Array.from(pasted.files);
  const words = pasted.getData('text/plain').trim();
  // A copied file comes with its name.
  const isWords =
    words !== '' && words.split(/\r?\n/).some((line) => files.every(({ name }) => name !== line));
  return isWords ? [] : files;
}

/** The handlers of a form that takes files also by pasting and by dropping them. */
export function takesFiles(take: (files: File[]) => void) {
  const onGiven = (event: ClipboardEvent | DragEvent, files: File[]) => {
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  return {
    onPaste: (event: ClipboardEvent): void => onGiven(event, pastedFiles(event.clipboardData)),
    onDragOver: (event: DragEvent): void => {
      // Otherwise the browser would leave the page for the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => onGiven(event, Array.from(event.dataTransfer.files)),
  };
}
