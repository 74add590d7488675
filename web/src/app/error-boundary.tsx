import { Component, type ReactNode } from 'react'
import { deviceNow } from '#web/lib/clock.ts'
import { forgetPersonalData } from '#web/lib/query-client.ts'
import { useLocation } from '#web/lib/routing.tsx'
import { CrashPage } from './crash-page.tsx'

type BoundaryProps = { place: string; children: ReactNode }
type BoundaryState = { crash: { error: unknown; id: string } | null; place: string }

/** A class because React catches errors only in one. Moving to another address is a fresh start. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { crash: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { crash: { error, id: crypto.randomUUID?.().slice(0, 8) ?? deviceNow().toString(36) } }
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.place === state.place ? null : { place: props.place, crash: null }
  }

  /** The data on the page may be what broke it, so everything is refetched. */
  override componentDidCatch(): void {
    forgetPersonalData()
  }

  override render() {
    const { crash } = this.state
    if (crash === null) return this.props.children
    return <CrashPage {...crash} onTryAgain={() => this.setState({ crash: null })} />
  }
}

export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return <Boundary place={pathname}>{children}</Boundary>
}
