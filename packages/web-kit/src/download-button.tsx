import { type ComponentProps, useState } from 'react';
import { isApiError, readApiError } from './api-error.ts';
import { useFailureToast } from './failure-toast.ts';
import { OnlineButton } from './online-button.tsx';
import { saveFile } from './save-file.ts';
import { strings } from './strings.ts';

/**
 * A link to a file that the server makes. Pressed, it is loaded here and not by the browser, which would save what was
 * cut off and hide why the server refuses. Other ways to open a link stay the browser's.
 */
export function DownloadButton({ href, ...button }: ComponentProps<typeof OnlineButton>) {
  const [isLoading, setLoading] = useState(false);
  const showFailure = useFailureToast();
  const download = async (address: string) => {
    setLoading(true);
    try {
      const response = await fetch(address, { credentials: 'include' });
      if (!response.ok) throw await readApiError(response);
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      saveFile(name ?? 'export.csv', await response.blob());
    } catch (error) {
      showFailure((isApiError(error) && error.detail) || strings.notDownloaded, error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <OnlineButton
      {...button}
      href={href}
      download
      loading={isLoading}
      onClick={(event) => {
        event.preventDefault();
        if (href !== undefined) void download(href);
      }}
    />
  );
}
