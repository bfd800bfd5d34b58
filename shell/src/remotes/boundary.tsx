import { Component, type ReactNode } from 'react';

/** Catches errors that a remote throws while rendering. A new `key` resets it. */
export class RemoteBoundary extends Component<
  { onCrash: (error: unknown) => void; children: ReactNode },
  { hasCrashed: boolean }
> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash(error);
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}
