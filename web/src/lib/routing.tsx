import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { type AppRoute, hrefOf, matchRoutes, type Params, resolveAddress } from './addresses.ts'
import { createBrowserHistory, followVisits } from './browser-history.ts'
import { type AppLocation, type NavigateOptions, type NavigationType, PlaceContext, usePlace } from './place.ts'

type RouteElement = ReactElement<RouteProps>
type RouteProps = {
  readonly path?: string
  readonly element: ReactElement
  readonly children?: RouteElement | RouteElement[]
}

/** An address and its screen, or without a path the layout around nested routes. Only `routesOf` reads it. */
export function Route(_: RouteProps): null {
  return null
}

export function routesOf(routes: RouteElement | RouteElement[], layouts: readonly ReactElement[] = []): AppRoute[] {
  return [routes].flat().flatMap(({ props: { path, element, children = [] } }) => {
    const elements = [element, ...layouts]
    return path === undefined ? routesOf(children, elements) : [{ path, elements }]
  })
}

const RouteContext = createContext<{ readonly outlet: ReactElement | null; readonly params: Params }>({
  outlet: null,
  params: {},
})

/** Keeps the screens in step with the address bar. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createBrowserHistory)
  const [visit, setVisit] = useState(history.visit)
  useLayoutEffect(() => followVisits(history, (next) => startTransition(() => setVisit(next))), [history])
  return <PlaceContext value={{ ...visit, ways: history }}>{children}</PlaceContext>
}

/** The screen of the current address, inside its layouts. Renders nothing for an unknown address. */
export function Screens({ routes }: { routes: readonly AppRoute[] }) {
  const { pathname } = useLocation()
  const match = useMemo(() => matchRoutes(routes, pathname), [routes, pathname])
  if (match === null) return null
  const { elements, params } = match
  let outlet: ReactElement | null = null
  for (const element of elements) outlet = <RouteContext value={{ outlet, params }}>{element}</RouteContext>
  return outlet
}

/** Where a layout shows what it is around. */
export function Outlet() {
  return useContext(RouteContext).outlet
}

/** The values that the address has in place of `:id` and the like. */
export function useParams(): Params {
  return useContext(RouteContext).params
}

export function useLocation(): AppLocation {
  return usePlace().location
}

export function useNavigationType(): NavigationType {
  return usePlace().type
}

/** Opens another screen, or with `?query` and `#part` the same one. */
export function useNavigate(): (to: string, options?: NavigateOptions) => void {
  const { ways, location } = usePlace()
  const { pathname } = location
  return useCallback((to, options) => ways.navigate(hrefOf(resolveAddress(to, pathname)), options), [ways, pathname])
}

type NavigateProps = Pick<LinkProps, 'to' | 'replace' | 'state'>

/** Navigates to another screen as soon as it renders. */
export function Navigate({ to, replace = false, state }: NavigateProps) {
  const navigate = useNavigate()
  const go = useEffectEvent(() => navigate(to, { replace, state }))
  const href = hrefOf(resolveAddress(to, useLocation().pathname))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it navigates once for each address.
  useEffect(() => {
    go()
  }, [href])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
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
  const href = hrefOf(resolveAddress(to, location.pathname))
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlainClick(event)) return
        event.preventDefault()
        navigate(to, { state, replace: replace ?? hrefOf(location) === href })
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
  const { ways } = usePlace()
  const navigate = useNavigate()
  return () => {
    if (ways.isFirst()) navigate(to, { replace: true, state })
    else ways.go(-1)
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
  const path = resolveAddress(to, pathname).pathname
  const isCurrent = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return <Link {...rest} to={to} aria-current={isCurrent ? 'page' : undefined} />
}

type SetSearchParams = (next: ConstructorParameters<typeof URLSearchParams>[0], options?: NavigateOptions) => void

/** The query of the address, and how to change it. */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const parameters = useMemo(() => new URLSearchParams(search), [search])
  return [parameters, (next, options) => navigate(`?${new URLSearchParams(next)}`, options)]
}
