import { Component, type ReactNode } from 'react';

/** Catches what a remote throws while it renders. A new `key` gives it a new chance. */
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
