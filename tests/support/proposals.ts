import type { ConfirmOptions } from '#contract/console/proposals.ts'
import type { Role } from '#contract/console/roles.ts'
import { atConsole, type ConsolePerson } from './console.ts'
import type { DatabaseKind } from './databases.ts'
import { startJara, type TestJara } from './jara.ts'
import type { Person } from './person.ts'

/** A customer, an operator who proposes, and one who confirms. */
export async function startWithTwo(
  kind: DatabaseKind,
  of: { readonly asks: Role; readonly confirms: Role },
): Promise<{ jara: TestJara; customer: Person; ada: ConsolePerson; bayo: ConsolePerson }> {
  const jara = await startJara(kind)
  const customer = await jara.person('Bola Customer')
  jara.clock.advance(1_000)
  const ada = await atConsole(jara, 'Ada Obi', { role: of.asks })
  const bayo = await atConsole(jara, 'Bayo Ade', { role: of.confirms, confirmedBy: ada.operator })
  return { jara, customer, ada, bayo }
}

export const confirmPath = (id: string) => `/api/admin/requests/${id}/confirm`

/** Makes a signed proposal at this address. Returns the request's id. */
export async function proposeAt({ browser, authenticator }: ConsolePerson, path: string, body: object) {
  const answer = await browser.decide(authenticator, path, body)
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<{ requestId: string }>().requestId
}

/** The request as the second operator sees it. */
export async function lookAtRequest({ browser }: ConsolePerson, id: string): Promise<ConfirmOptions> {
  const answer = await browser.send('POST', `${confirmPath(id)}/options`)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json<ConfirmOptions>()
}

/** The body that confirms the request shown. */
export function signShown({ challenge, options, terms }: ConfirmOptions, { authenticator }: ConsolePerson) {
  return { challenge, passkey: authenticator.get(options.challenge), shown: terms }
}

/** The message of a refusal. */
export const messageOf = (answer: { json(): { error?: { message: string } } }) => answer.json().error?.message
