import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  matchRoutes,
  UNSAFE_RouteContext as RouteContext,
  type RouteObject,
  Router,
  type To,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from 'react-router'
import { closeTopLayer, hasLayer } from './open-layers.ts'

/**
 * What the app uses of React Router's browser part, written on its core. The library's own links, forms and nested
 * routes bring data loading, prefetching and error pages with them, and every first screen would wait for that.
 */

type RouteElement = ReactElement<RouteProps>
type RouteProps = {
  readonly path?: string
  readonly element: ReactElement
  readonly children?: RouteElement | RouteElement[]
}

/** An address and its screen, or the layout around nested routes. Only `routesOf` reads it. */
export function Route(_: RouteProps): null {
  return null
}

export function routesOf(routes: RouteElement | RouteElement[]): RouteObject[] {
  return [routes].flat().map(({ props: { children, ...route } }) => {
    return children === undefined ? route : { ...route, children: routesOf(children) }
  })
}

/** How long to wait for the browser to return to the page's entry, ms. Pressing Back twice at once may prevent it. */
const RETURNED_WITHIN_MS = 1_000

/** Keeps the routes in step with the address bar. Going back while a layer is open closes only that layer. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let returning: ReturnType<typeof setTimeout> | null = null
    return history.listen((next) => {
      const isStep = next.action === 'POP'
      if (isStep && returning !== null) {
        clearTimeout(returning)
        returning = null
        closeTopLayer()
      } else if (isStep && next.delta && hasLayer()) {
        // The browser has already left the entry. Return first: closing the layer may navigate.
        history.go(-next.delta)
        returning = setTimeout(() => {
          returning = null
          closeTopLayer()
          startTransition(() => setState({ action: history.action, location: history.location }))
        }, RETURNED_WITHIN_MS)
      } else {
        startTransition(() => setState(next))
      }
    })
  }, [history])
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}

/** The screen of the current address, inside its parents. Renders nothing for an unknown address. */
export function Screens({ routes }: { routes: RouteObject[] }) {
  const { pathname } = useLocation()
  const matches = useMemo(() => matchRoutes(routes, pathname) ?? [], [routes, pathname])
  let outlet: ReactElement | null = null
  for (const [depth, { route }] of [...matches.entries()].reverse()) {
    const context = { outlet, matches: matches.slice(0, depth + 1), isDataRoute: false }
    outlet = <RouteContext.Provider value={context}>{route.element}</RouteContext.Provider>
  }
  return outlet
}

type NavigateProps = Pick<LinkProps, 'to' | 'replace' | 'state'>

/** Navigates to another screen as soon as it renders. */
export function Navigate({ to, replace = false, state }: NavigateProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => void navigate(to, { replace, state }))
  const path = createPath(useResolvedPath(to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it navigates once for each address.
  useEffect(() => {
    go()
  }, [path])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: To
  /** Kept with the entry in the browser's history. */
  state?: unknown
  /** Replaces the entry in the browser's history, as a link to the page itself always does. */
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to another screen. A click for another window or tab is left to the browser. */
export function Link({ to, state, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const path = useResolvedPath(to)
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        void navigate(to, { state, replace: replace ?? createPath(location) === createPath(path) })
      }}
    />
  )
}

/** Whether a click opens the link in this tab. */
function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}

/** Goes one page back. On the first page of a tab, replaces it with `to`. */
export function useGoBack({ to, state }: Pick<LinkProps, 'to' | 'state'>): () => void {
  const navigate = useNavigate()
  return () => {
    // The router numbers the entries of a tab in `history.state.idx`.
    const isFirst = !(history.state?.idx > 0)
    void (isFirst ? navigate(to, { replace: true, state }) : navigate(-1))
  }
}

/** A link that goes one page back. `to` is for the first page of a tab, and for opening the link in another tab. */
export function BackTo({ to, state, ...rest }: Omit<LinkProps, 'replace' | 'onClick'>) {
  const goBack = useGoBack({ to, state })
  return (
    <Link
      {...rest}
      to={to}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        goBack()
      }}
    />
  )
}

/** A link that says when its screen, or one below it, is open. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation()
  const path = useResolvedPath(to).pathname
  const isCurrent = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}

type SetSearchParams = (
  next: ConstructorParameters<typeof URLSearchParams>[0],
  options?: { replace?: boolean; state?: unknown },
) => void

/** The query of the address, and how to change it. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  return [parameters, (next, options) => void navigate(`?${new URLSearchParams(next)}`, options)]
}
