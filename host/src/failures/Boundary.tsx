import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  /** What is shown instead; `again` mounts the children anew. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** Catches what its children throw, so that the rest of the page stays usable. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  readonly #again = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.fallback(this.#again) : this.props.children
  }
}
