import { Component, type ReactNode } from 'react';
import { FullScreenNotice } from './full-screen-notice.tsx';
import { strings } from '../strings.ts';

/** Catches errors in the shell itself, for example a chunk that can no longer be fetched. */
export class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <FullScreenNotice
        title={strings.broken.title}
        text={strings.broken.text}
        action={strings.broken.action}
        onAction={() => location.reload()}
      />
    );
  }
}
