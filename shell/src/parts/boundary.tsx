import { Component, type ReactNode } from 'react';

/** Catches errors that are thrown while rendering, and shows `fallback` instead. A new `key` resets it. */
export class Boundary extends Component<
  { fallback?: ReactNode; onCrash?: (error: unknown) => void; children: ReactNode },
  { hasCrashed: boolean }
> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash?.(error);
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
