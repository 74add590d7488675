import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { hrefOf, matchRoutes, resolveAddress } from './addresses.ts'

describe('a link', () => {
  test.each([
    ['/history', '/history'],
    ['/support/report?transaction=txn_1', '/support/report?transaction=txn_1'],
    ['/security#freeze', '/security#freeze'],
    ['?view=summary', '/sell/sales?view=summary'],
    ['?', '/sell/sales'],
    ['#part', '/sell/sales#part'],
  ])('to %s on /sell/sales leads to %s', (to, href) => {
    expect(hrefOf(resolveAddress(to, '/sell/sales'))).toBe(href)
  })

  test('with a name in it leads to the address as a browser writes it', () => {
    expect(hrefOf(resolveAddress('/history?q=Ọlá Obi', '/'))).toBe('/history?q=%E1%BB%8Cl%C3%A1%20Obi')
  })

  test.each([
    'https://evil.example/dashboard',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/history/%2e%2e/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('to %j leads nowhere', (to) => {
    expect(() => resolveAddress(to, '/dashboard')).toThrow()
  })
})

const element = createElement('p')
const routes = ['/', '/history', '/history/:id', '/support/cases/:id', '*'].map((path) => ({
  path,
  elements: [element],
}))
const found = (pathname: string) => {
  const match = matchRoutes(routes, pathname)
  return match && [match.path, match.params]
}

describe('an address', () => {
  test.each([
    ['/', '/', {}],
    ['/history', '/history', {}],
    ['/history/', '/history', {}],
    ['/History//', '/history', {}],
    ['/%68istory', '/history', {}],
    ['/history/txn_1', '/history/:id', { id: 'txn_1' }],
    ['/history/TXN 1%2F2%3F', '/history/:id', { id: 'TXN 1/2?' }],
    ['/history/%E0%A4%A', '/history/:id', { id: '%E0%A4%A' }],
    ['/support/cases/1/', '/support/cases/:id', { id: '1' }],
  ])('%s has the screen of %s', (pathname, path, params) => {
    expect(found(pathname)).toEqual([path, params])
  })

  test.each([
    '//history',
    '/history//txn_1',
    '/history/txn_1/more',
    '/support/cases',
    '/support/cases//',
    '/histor',
    '/%',
    '/%0A',
    '/:id',
  ])('%s has none but the one for every other address', (pathname) => {
    expect(found(pathname)).toEqual(['*', {}])
    expect(matchRoutes(routes.slice(0, -1), pathname)).toBeNull()
  })

  test('that fits two patterns has the screen of the first', () => {
    const both = ['/history/:id', '/history/new'].map((path) => ({ path, elements: [element] }))
    expect(matchRoutes(both, '/history/new')?.path).toBe('/history/:id')
  })
})
