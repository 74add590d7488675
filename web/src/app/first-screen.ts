import type { ReactElement } from 'react'
import { meQuery } from '#web/identity/accounts/get-me.ts'
import { requiredScreen } from '#web/identity/sessions/required-screen.ts'
import { matchRoutes } from '#web/lib/addresses.ts'
import { UnansweredError } from '#web/lib/api.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import type { View } from '#web/lib/jsx/elements.ts'
import { restoreCached } from '#web/lib/offline-answers.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { walletQuery } from '#web/wallet/get-wallet.ts'
import { routes } from './app-routes.tsx'
import { RequireSession } from './require-session.tsx'
import { fetchScreen } from './screen.tsx'

/** The wait before the placeholder shows. It would be a step back from a frame, so a frame stays longer. */
const PLACEHOLDER_AFTER_MS = { without: 300, withFrame: 3_000 } as const

/**
 * Waits until the screen of an address can paint whole: for its file, the signed-in person and, behind the sign-in, the
 * balance, which nearly every screen shows. A locked session refuses the balance, so the required screen's file is
 * fetched instead. The page itself handles whatever fails or takes longer than PLACEHOLDER_AFTER_MS.
 */
export async function prepareFirstScreen(pathname: string, frame: keyof typeof PLACEHOLDER_AFTER_MS): Promise<void> {
  const prepared = Promise.all([fetchScreenAt(pathname), isKnownHere() && askFor(pathname)])
  await Promise.race([prepared, new Promise((done) => setTimeout(done, PLACEHOLDER_AFTER_MS[frame]))])
}

async function fetchScreenAt(pathname: string): Promise<void> {
  await Promise.all(screensAt(pathname).map(fetchScreen))
}

async function askFor(pathname: string): Promise<void> {
  const asked = ask(queryClient.fetchQuery({ ...meQuery, retry: false }))
  if (!screensAt(pathname).includes(RequireSession)) return await asked
  await Promise.all([asked, ask(queryClient.fetchQuery({ ...walletQuery, retry: false }))])
  const me = queryClient.getQueryData(meQuery.queryKey)
  const required = me === undefined ? null : requiredScreen(me)
  if (required !== null) await fetchScreenAt(required)
}

/** Asks once. Without a response the page shows what this device cached, and keeps trying. */
async function ask(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error) => {
    if (error instanceof UnansweredError) restoreCached(queryClient)
  })
}

/** The screen of an address, and the layouts around it. */
function screensAt(pathname: string): View[] {
  return (matchRoutes(routes, pathname)?.elements ?? []).map((element) => (element as ReactElement<object, View>).type)
}
