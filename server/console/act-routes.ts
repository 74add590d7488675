import { parseBody, parseSignedBody, schemaOf, signedSchemaOf } from '#contract/acts/schema.ts'
import { type DecisionOptions, decisionOptions, operatorAsked, requestMade } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { Act, Proposal, Unchecked } from '#server/acts/act.ts'
import { ACTS } from '#server/acts/acts.ts'
import { termsOf } from '#server/acts/say.ts'
import type { Deps } from '#server/deps.ts'
import { requireRoom } from '#server/identity/operators/request-bounds.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { type ConsoleSession, requireOperator } from './console-session.ts'
import { offer, proveDecision } from './decide.ts'
import { decideAndRecord, offerAndRecord } from './look-ups.ts'

type Asked = Unchecked<Act['facts']['asks']>

/** For each act, the route by which one operator requests it. Another operator confirms at /api/admin/requests/. */
export function actRoutes(app: App, deps: Deps): void {
  for (const act of Object.values(ACTS)) {
    const { facts, proposal } = act
    if (facts.path !== null && proposal !== null) routesOfAct(app, deps, { act, path: facts.path, proposal })
  }
}

type Proposable = { readonly act: Act; readonly path: string; readonly proposal: Proposal<Act['facts']['asks']> }

/**
 * `POST <path>/options`: returns the terms, and a challenge for the passkey that signs them. `POST <path>`: turns the
 * signed terms into a request, once.
 */
function routesOfAct(app: App, deps: Deps, { act, path, proposal }: Proposable): void {
  const { name, asks } = act.facts
  const options = { schema: { body: schemaOf(asks), response: { 200: decisionOptions } } }
  app.post(`${path}/options`, options, async (request) => {
    const session = await requireOperator(deps, request, name)
    return await offerAndRecord(deps, session, { act: name, offer: () => show(session, parseBody(asks, request.body)) })
  })

  const answer = proposal.mayBeDoneAtOnce === true ? operatorAsked : requestMade
  const schema = { body: signedSchemaOf(asks), response: { 201: answer } }
  const config = proposal.hashesPassphrase === true ? passwordsPerMinute(deps.config) : {}
  app.post(path, { config, schema }, async (request, reply) => {
    const session = await requireOperator(deps, request, name)
    const { asked, signature } = parseSignedBody(asks, request.body)
    const decide = () => ask(session, asked, signature)
    return await reply.status(201).send({ requestId: await decideAndRecord(deps, session, { act: name, decide }) })
  })

  async function show(session: ConsoleSession, asked: Asked): Promise<DecisionOptions> {
    await requireRoom(deps.database, deps, { by: session.operator.id, act: name, subject: null })
    return await offer(deps, session, termsOf(await proposal.describe(deps, asked)))
  }

  async function ask(session: ConsoleSession, asked: Asked, body: SignedBody): Promise<string | null> {
    const terms = termsOf(await proposal.describe(deps, asked))
    const evidence = await proveDecision(deps, session, { terms, body })
    const { operator: by, where } = session
    const requestId = await proposal.request(deps, { asked, by, where, evidence })
    await act.tellAtConsole?.(deps)
    return requestId
  }
}
