import { createElement, Suspense } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { fetchScreen, screen } from './screen.tsx'

const shown = (Screen: Parameters<typeof fetchScreen>[0]) =>
  renderToStaticMarkup(createElement(Suspense, { fallback: 'waiting' }, createElement(Screen)))

describe('a screen in a file of its own', () => {
  test('is waited for until it is there', () => {
    const Screen = screen(async () => ({ default: () => createElement('p', null, 'the screen') }))
    expect(shown(Screen)).toContain('waiting')
  })

  test('is shown at once where it was fetched before', async () => {
    const Screen = screen(async () => ({ default: () => createElement('p', null, 'the screen') }))
    await fetchScreen(Screen)
    expect(shown(Screen)).toBe('<p>the screen</p>')
  })

  test('that cannot be fetched ahead is fetched again when it is shown', async () => {
    let asked = 0
    const Screen = screen(async () => {
      asked++
      if (asked === 1) throw new TypeError('no such file')
      return { default: () => createElement('p', null, 'the screen') }
    })
    await fetchScreen(Screen)
    expect(shown(Screen)).toContain('waiting')
    expect(asked).toBe(2)
  })

  test('is the only thing that is fetched', async () => {
    await expect(fetchScreen(() => null)).resolves.toBeUndefined()
  })
})
