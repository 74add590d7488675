import { z } from 'zod'
import { type DecisionOptions, decisionOptions, requestMade } from '#contract/console/operators.ts'
import type { Command } from '#contract/console/permissions.ts'
import { type SignedBody, signedBody } from '#contract/console/session.ts'
import type { Deps } from '#server/deps.ts'
import { requireRoom } from '#server/identity/operators/request-bounds.ts'
import type { SignedDecision } from '#server/identity/operators/requests.ts'
import type { App } from '#server/platform/http/app.ts'
import { type ConsoleSession, requireOperator } from './console-session.ts'
import { offer, proveDecision } from './decide.ts'
import { decided, offered } from './look-ups.ts'

/** What one operator asks for and another one confirms: what both read of it, and how it is stored. */
export type ConsoleProposal<Body> = {
  readonly act: Command
  /** @throws RefusedError for what cannot be asked for */
  readonly terms: (deps: Deps, body: Body) => Promise<string>
  /**
   * Stores what was signed, and returns its id.
   *
   * @throws RefusedError as `terms`
   */
  readonly request: (
    deps: Deps,
    session: ConsoleSession,
    of: { body: Body; evidence: SignedDecision },
  ) => Promise<string>
}

/**
 * `POST <path>/options`: the terms, and a challenge for the passkey that signs them. `POST <path>`: what was signed becomes a
 * request, once. Another operator confirms by /api/admin/requests/.
 */
export function routesOfProposal<Shape extends z.core.$ZodLooseShape>(
  app: App,
  deps: Deps,
  of: { path: string; body: z.ZodObject<Shape>; proposal: ConsoleProposal<z.infer<z.ZodObject<Shape>>> },
): void {
  const { path, body, proposal } = of
  const { act, terms, request: store } = proposal

  app.post(`${path}/options`, { schema: { body, response: { 200: decisionOptions } } }, async (request) => {
    const session = await requireOperator(deps, request, act)
    return await offered(deps, session, { act, offer: () => show(session, body.parse(request.body)) })
  })

  const schema = { body: body.extend(signedBody.shape), response: { 201: requestMade } }
  app.post(path, { schema }, async (request, reply) => {
    const session = await requireOperator(deps, request, act)
    const { challenge, passkey, ...rest } = WITH_SIGNATURE.parse(request.body)
    const asked = body.parse(rest)
    const decide = () => ask(session, asked, { challenge, passkey })
    return await reply.status(201).send({ requestId: await decided(deps, session, { act, decide }) })
  })

  async function show(session: ConsoleSession, asked: z.infer<typeof body>): Promise<DecisionOptions> {
    await requireRoom(deps.database, deps, { by: session.operator.id, act, subject: null })
    return await offer(deps, session, await terms(deps, asked))
  }

  async function ask(session: ConsoleSession, asked: z.infer<typeof body>, signature: SignedBody): Promise<string> {
    const evidence = await proveDecision(deps, session, { terms: await terms(deps, asked), body: signature })
    return await store(deps, session, { body: asked, evidence })
  }
}

const WITH_SIGNATURE = z.looseObject(signedBody.shape)
