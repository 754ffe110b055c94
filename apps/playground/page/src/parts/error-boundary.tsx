import { Component, type ReactNode } from 'react';

/** Keeps a fault of a part of the page in that part, and says so. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly message: string | undefined }
> {
  override state: { readonly message: string | undefined } = { message: undefined };

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    return (
      <p className="problem" role="alert">
        This part of the page failed: {message}. Load the page again; what the server runs goes on.
      </p>
    );
  }
}
