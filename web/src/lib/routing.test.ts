import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StaticRouter } from './place.ts'
import { Link, NavLink, Outlet, Route, routesOf, Screens, useLocation, useParams } from './routing.tsx'

const Frame = ({ name }: { name: string }) => createElement('div', { id: name }, createElement(Outlet))
const Shown = () => createElement('p', null, JSON.stringify(useParams()))
const Place = () => createElement('p', null, Object.values(useLocation()).join(' '))
const route = (path: string, element: ReactElement) => createElement(Route, { path, element, key: path })
const around = (name: string, ...children: ReactElement<{ element: ReactElement }>[]) =>
  createElement(Route, { key: name, element: createElement(Frame, { name }), children })

const routes = routesOf(
  around(
    'app',
    route('/', createElement('p', null, 'welcome')),
    around('wallet', route('/history/:id', createElement(Shown)), route('/place', createElement(Place))),
  ),
)
const at = (address: string, shown: ReactElement = createElement(Screens, { routes })) =>
  renderToStaticMarkup(createElement(StaticRouter, { at: address }, shown))

test('a screen is drawn inside everything that is around it', () => {
  expect(at('/')).toBe('<div id="app"><p>welcome</p></div>')
  expect(at('/history/txn_1')).toBe(
    '<div id="app"><div id="wallet"><p>{&quot;id&quot;:&quot;txn_1&quot;}</p></div></div>',
  )
})

test('an address that no route has draws nothing', () => expect(at('/nothing')).toBe(''))

test('a screen is told its address', () => {
  expect(at('/place?view=summary#freeze')).toContain('/place ?view=summary #freeze')
})

test('a link has the whole address, so that it opens in another tab', () => {
  expect(at('/history', createElement(Link, { to: '?view=summary', className: 'row' }, 'Summary'))).toBe(
    '<a class="row" href="/history?view=summary">Summary</a>',
  )
})

test.each([
  ['/sell', true],
  ['/sell/many', true],
  ['/sell/?customer=1', true],
  ['/selling', false],
  ['/', false],
])('at %s the link to /sell says that it is open: %s', (address, isCurrent) => {
  const markup = at(address, createElement(NavLink, { to: '/sell' }, 'Sell'))
  expect(markup.includes('aria-current="page"')).toBe(isCurrent)
})

test('what needs an address says so where there is none', () => {
  expect(() => renderToStaticMarkup(createElement(Place))).toThrow('no router')
})
