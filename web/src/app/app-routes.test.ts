import { expect, test } from 'vitest'
import { matchRoutes } from '#web/lib/addresses.ts'
import { routes } from './app-routes.tsx'

test.each(routes.map(({ path }) => path))('no route before %s takes its addresses', (path) => {
  expect(matchRoutes(routes, path.replaceAll(/:\w+/g, 'ord_1'))?.path).toBe(path)
})

test('every other address has the screen that says so', () => {
  expect(matchRoutes(routes, '/dashboards')?.path).toBe('*')
})
