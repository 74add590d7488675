import { z } from 'zod'
import {
  accessAnswer,
  ownLinkBody,
  ownLinkMade,
  passphraseBody,
  signedOwnLinkBody,
  signedPassphraseBody,
} from '#contract/console/access.ts'
import { decisionOptions } from '#contract/console/operators.ts'
import { signedBody } from '#contract/console/session.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { decideAndRecord, offerAndRecord } from '#server/console/look-ups.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import {
  changeOwnPassphrase,
  lookAtAccess,
  makeOwnLink,
  offerOwnLink,
  offerPassphrase,
  offerRemoval,
  removeOwn,
} from './own-access.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** An operator's own passkeys and passphrase, like `npm run operators`. */
export function accessRoutes(app: App, deps: Deps): void {
  // Both requests hash a passphrase.
  const config = passwordsPerMinute(deps.config)

  app.get(
    '/api/admin/access',
    { schema: { response: { 200: accessAnswer } } },
    async (request) => await lookAtAccess(deps, await requireOperator(deps, request, 'look-at-access')),
  )

  app.post(
    '/api/admin/access/passkeys/:id/remove/options',
    { schema: { params, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'remove-passkey')
      const offer = () => offerRemoval(deps, session, request.params.id)
      return await offerAndRecord(deps, session, { act: 'remove-passkey', offer })
    },
  )

  app.post(
    '/api/admin/access/passkeys/:id/remove',
    { schema: { params, body: signedBody } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'remove-passkey')
      const decide = () => removeOwn(deps, session, { id: request.params.id, body: request.body })
      await decideAndRecord(deps, session, { act: 'remove-passkey', decide })
      return await reply.status(204).send()
    },
  )

  app.post(
    '/api/admin/access/passphrase/options',
    { config, schema: { body: passphraseBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'change-passphrase')
      const offer = () => offerPassphrase(deps, session, request.body)
      return await offerAndRecord(deps, session, { act: 'change-passphrase', offer })
    },
  )

  app.post(
    '/api/admin/access/passphrase',
    { config, schema: { body: signedPassphraseBody } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'change-passphrase')
      const { challenge, passkey, ...asked } = request.body
      const decide = () => changeOwnPassphrase(deps, session, { asked, body: { challenge, passkey } })
      await decideAndRecord(deps, session, { act: 'change-passphrase', decide })
      return await reply.status(204).send()
    },
  )

  app.post(
    '/api/admin/access/link/options',
    { config, schema: { body: ownLinkBody, response: { 200: decisionOptions } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'enrol-passkey')
      return await offerAndRecord(deps, session, {
        act: 'enrol-passkey',
        offer: () => offerOwnLink(deps, session, request.body),
      })
    },
  )

  app.post(
    '/api/admin/access/link',
    { config, schema: { body: signedOwnLinkBody, response: { 200: ownLinkMade } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'enrol-passkey')
      const { challenge, passkey, ...asked } = request.body
      const decide = () => makeOwnLink(deps, session, { asked, body: { challenge, passkey } })
      return await decideAndRecord(deps, session, { act: 'enrol-passkey', decide })
    },
  )
}
