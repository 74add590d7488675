import { createElement, type FunctionComponent } from 'react'
import { describe, expect, test } from 'vitest'
import type { Installation } from '#contract/installation.ts'
import { ME, markupOf, PAY_TO, PURCHASE } from '#tests/support/screens.ts'
import { CrashPage } from './crash-page.tsx'

describe('practice money', () => {
  const pages = import.meta.glob<{ default: FunctionComponent }>(['../**/*-page.tsx'])
  const strip = /role="note"[^>]*>(?:<[^>]+>)*Sandbox · practice money</
  const paid = { ...PURCHASE, payTo: { ...PAY_TO, expiresAt: new Date(Date.now() + 60_000).toISOString() } }

  /** The page as rendered for a visitor, unless it redirects. */
  async function rendered(file: string, mode: Installation['mode']): Promise<string[]> {
    const page = (await pages[file]?.())?.default
    if (page === undefined) throw new Error(`${file} has no page`)
    const people = [ME, { ...ME, locked: true }, { ...ME, pinSet: false }, null]
    const markups = people.flatMap((me) =>
      [PURCHASE, paid].map((order) => markupOf(page, { at: '/any?order=ord_1', me, order, mode })),
    )
    return markups.filter((markup) => markup !== '')
  }

  test('has pages to look at', () => {
    expect(Object.keys(pages).length).toBeGreaterThan(35)
  })

  // The crash page takes what crashed; the others are whole screens.
  test.each(Object.keys(pages).filter((file) => !file.endsWith('crash-page.tsx')))(
    'says so in the head of %s, and only in a sandbox',
    async (file) => {
      const [inSandbox, live] = [await rendered(file, 'sandbox'), await rendered(file, 'live')]
      expect(inSandbox.length).toBeGreaterThan(0)
      for (const markup of inSandbox) expect(markup).toMatch(strip)
      for (const markup of live) expect(markup).not.toMatch(strip)
    },
  )

  test('says so on a crashed screen as well', () => {
    const Crash = () => createElement(CrashPage, { error: null, id: 'k3m8xq7w', onTryAgain: () => undefined })
    expect(markupOf(Crash, { mode: 'sandbox' })).toMatch(strip)
    expect(markupOf(Crash, { mode: 'live' })).not.toMatch(strip)
  })
})
