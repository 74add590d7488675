import { createElement, Fragment, type ReactNode, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { jsx, jsxs } from './jsx-runtime.ts'

const shown = (element: ReactNode) => renderToStaticMarkup(element)
const icon = createElement('i')

test('a text alone stays as it is', () => {
  expect(shown(jsx('p', { children: 'Completed' }))).toBe('<p>Completed</p>')
  expect(shown(jsx('p', { children: 5 }))).toBe('<p>5</p>')
})

test('texts side by side are one', () => {
  expect(jsxs('p', { children: ['of ', '₦500', null, '', false, 7n] }).props).toEqual({ children: 'of ₦5007' })
})

test('a text beside an element gets an element of its own', () => {
  expect(shown(jsxs('p', { children: [icon, ' Copy ', 'it'] }))).toBe('<p><i></i><span> Copy it</span></p>')
})

test('an element keeps its place, whatever texts are around it', () => {
  const placeOf = (...children: ReactNode[]) => {
    const { props } = jsxs('p', { children }) as { props: { children: ReactNode[] } }
    return props.children.indexOf(icon)
  }
  expect(placeOf('a', 'b', icon)).toBe(2)
  expect(placeOf('a', null, icon)).toBe(2)
  expect(placeOf(null, null, icon)).toBe(2)
})

test('a text that a component was given gets an element beside its neighbours', () => {
  const given = jsxs(({ children }: { children: ReactNode }) => jsxs('b', { children: [icon, children] }), {
    children: ['Pay ', icon, ' now'],
  })
  expect(shown(given)).toBe('<b><i></i><span>Pay </span><i></i><span> now</span></b>')
})

test.each([
  ['a fragment', Fragment],
  ['what is waited for', Suspense],
])('a text alone in %s gets an element: nothing else holds it', (_, type) => {
  expect(shown(jsx('p', { children: jsx(type, { children: 'Pending' }) }))).toContain('<p><span>Pending</span></p>')
})

test('figures are not translated', () => {
  expect(shown(jsx('b', { className: 'font-semibold tabular', children: '₦5' }))).toContain('translate="no"')
  expect(shown(jsx('b', { className: 'tabular', translate: 'yes', children: '₦5' }))).toContain('translate="yes"')
  expect(shown(jsx('b', { className: 'font-semibold', children: 'Five' }))).not.toContain('translate')
})
