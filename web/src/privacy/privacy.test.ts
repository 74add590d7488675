import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  ACCOUNT_EVENTS_SHOWN_MAX,
  PROFILE_IMAGE_SIDE_PX,
  SESSION_LIFETIME_MS,
  SESSION_LOCK_MS,
  SESSION_OPEN_MAX_MS,
  SESSIONS_KEPT_MS,
} from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { KEPT_AFTER_CLOSING } from '#contract/privacy.ts'
import { DAY_MS } from '#contract/time.ts'
import { installationWith } from '#tests/support/installation.ts'
import { StaticRouter } from '#web/lib/place.ts'
import { PrivacyScreen } from './privacy-screen.tsx'

/** What a person reads, without the markup. */
function read(installation: Installation | undefined): string {
  const client = new QueryClient()
  if (installation !== undefined) client.setQueryData(['installation'], installation)
  const screen = createElement(PrivacyScreen, { installation, signedIn: false })
  const page = createElement(StaticRouter, { at: '/privacy' }, screen)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const LIVE = installationWith({ mode: 'live' })

test('says how long with the figures that the server enforces', () => {
  const said = read(LIVE)
  expect(said).toContain(`Sign-ins: ${SESSIONS_KEPT_MS / DAY_MS} days after they ended`)
  expect(said).toContain(`ends after ${SESSION_LIFETIME_MS / DAY_MS} days`)
  expect(said).toContain(`locks ${SESSION_LOCK_MS / 60_000} minutes after you last touched it`)
  expect(said).toContain(`after ${SESSION_OPEN_MAX_MS / 3_600_000} hours in any case`)
  expect(said).toContain(`The last ${ACCOUNT_EVENTS_SHOWN_MAX} are shown`)
  expect(said).toContain(`${PROFILE_IMAGE_SIDE_PX} × ${PROFILE_IMAGE_SIDE_PX} points`)
})

test('names who answers for it, and says so where nobody is named', () => {
  expect(read(undefined)).toContain('We cannot show who runs this wallet right now.')
  expect(read(installationWith())).toContain('Nobody: this is a sandbox')
  expect(read(LIVE)).toContain('gives no name here. Find out who it is before you add money.')
  const { channels } = LIVE
  const operator = { name: 'Kudi Payments Ltd', licence: null }
  const reachable = { ...channels, support: { ...channels.support, email: 'help@kudi.ng' } }
  const said = read({ ...LIVE, operator, channels: reachable })
  expect(said).toContain('Kudi Payments Ltd, who runs this wallet, decides what is kept and why')
  expect(said).toContain('help@kudi.ng')
  expect(said).not.toContain('sandbox')
})

test('says what stays after an account is closed, and why', () => {
  const said = read(LIVE)
  for (const { what, why } of KEPT_AFTER_CLOSING) {
    expect(said).toContain(what)
    expect(said).toContain(why)
  }
})

test('names every right and where to complain', () => {
  const said = read(LIVE)
  for (const right of ['To see it', 'To correct it', 'To have it deleted', 'To object', 'To complain']) {
    expect(said).toContain(right)
  }
  expect(said).toContain('Nigeria Data Protection Commission (NDPC)')
})
