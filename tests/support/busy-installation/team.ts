import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { confirmPath, lookAtRequest, proposeAt, signShown } from '#tests/support/proposals.ts'

/** Two managers at the console: one asks, the other confirms. */
export type Team = { readonly asker: ConsolePerson; readonly checker: ConsolePerson }

export async function openTeam(jara: TestJara): Promise<Team> {
  const asker = await atConsole(jara, 'Ada Obi')
  const checker = await atConsole(jara, 'Bayo Ade', { confirmedBy: asker.operator })
  return { asker, checker }
}

/** Signs both in again: console sessions end when hours pass. */
export async function signInBoth({ asker, checker }: Team): Promise<void> {
  for (const { browser, authenticator } of [asker, checker]) await browser.signIn(authenticator)
}

/** One operator proposes at this address, the other confirms. */
export async function agree(team: Team, path: string, body: object): Promise<void> {
  await confirmAsked(team, await proposeAt(team.asker, path, body))
}

/** Confirms a request exactly as shown. */
export async function confirmAsked({ checker }: Team, id: string): Promise<void> {
  const shown = await lookAtRequest(checker, id)
  const answer = await checker.browser.send('POST', confirmPath(id), signShown(shown, checker))
  if (answer.statusCode !== 204) throw new Error(`${shown.summary} ${answer.statusCode} ${answer.body}`)
}
