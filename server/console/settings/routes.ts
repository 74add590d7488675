import { decisionOptions, requestMade } from '#contract/console/operators.ts'
import {
  bankNamesAnswer,
  channelsBody,
  noticeBody,
  noticeEndBody,
  pricesBody,
  settingsAnswer,
  signedChannelsBody,
  signedNoticeBody,
  signedNoticeEndBody,
  signedPricesBody,
} from '#contract/console/settings.ts'
import { requireOperator } from '#server/console/console-session.ts'
import { toAppError } from '#server/console/enrol-passkey.ts'
import type { Deps } from '#server/deps.ts'
import { createBankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { ASKS_PROVIDER } from '#server/platform/http/admission.ts'
import type { App } from '#server/platform/http/app.ts'
import { lookAtBanks, lookAtSettings } from './look-at-settings.ts'
import { askForSetting, CHANNELS, NOTICE, NOTICE_END, offerSetting, PRICES } from './propose-settings.ts'

const OFFERED = { 200: decisionOptions }
const MADE = { 201: requestMade }

/** Takes requests for bank notices, channels and prices. Another operator confirms through /api/admin/requests/. */
export function settingsRoutes(app: App, deps: Deps): void {
  const banks = createBankCatalogue(deps)

  app.get(
    '/api/admin/settings',
    { schema: { response: { 200: settingsAnswer } } },
    async (request) => await lookAtSettings(deps, await requireOperator(deps, request, 'look-at-settings')),
  )

  app.get(
    '/api/admin/settings/banks',
    { schema: { response: { 200: bankNamesAnswer } }, config: ASKS_PROVIDER },
    async (request) => {
      await requireOperator(deps, request, 'look-at-settings')
      return await lookAtBanks(banks)
    },
  )

  app.post('/api/admin/bank-notices/options', { schema: { body: noticeBody, response: OFFERED } }, async (request) => {
    const session = await requireOperator(deps, request, 'set-bank-notice')
    return await offerSetting(deps, session, { setting: NOTICE, body: request.body }).catch(toAppError)
  })

  app.post(
    '/api/admin/bank-notices',
    { schema: { body: signedNoticeBody, response: MADE } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'set-bank-notice')
      const { challenge, passkey, ...asked } = request.body
      const of = { setting: NOTICE, asked, body: { challenge, passkey } }
      return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
    },
  )

  app.post(
    '/api/admin/bank-notice-ends/options',
    { schema: { body: noticeEndBody, response: OFFERED } },
    async (request) => {
      const session = await requireOperator(deps, request, 'end-bank-notice')
      return await offerSetting(deps, session, { setting: NOTICE_END, body: request.body }).catch(toAppError)
    },
  )

  app.post(
    '/api/admin/bank-notice-ends',
    { schema: { body: signedNoticeEndBody, response: MADE } },
    async (request, reply) => {
      const session = await requireOperator(deps, request, 'end-bank-notice')
      const { challenge, passkey, ...asked } = request.body
      const of = { setting: NOTICE_END, asked, body: { challenge, passkey } }
      return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
    },
  )

  app.post('/api/admin/channels/options', { schema: { body: channelsBody, response: OFFERED } }, async (request) => {
    const session = await requireOperator(deps, request, 'set-channels')
    return await offerSetting(deps, session, { setting: CHANNELS, body: request.body }).catch(toAppError)
  })

  app.post('/api/admin/channels', { schema: { body: signedChannelsBody, response: MADE } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'set-channels')
    const { challenge, passkey, ...asked } = request.body
    const of = { setting: CHANNELS, asked, body: { challenge, passkey } }
    return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
  })

  app.post('/api/admin/prices/options', { schema: { body: pricesBody, response: OFFERED } }, async (request) => {
    const session = await requireOperator(deps, request, 'set-prices')
    return await offerSetting(deps, session, { setting: PRICES, body: request.body }).catch(toAppError)
  })

  app.post('/api/admin/prices', { schema: { body: signedPricesBody, response: MADE } }, async (request, reply) => {
    const session = await requireOperator(deps, request, 'set-prices')
    const { challenge, passkey, ...asked } = request.body
    const of = { setting: PRICES, asked, body: { challenge, passkey } }
    return await reply.status(201).send({ requestId: await askForSetting(deps, session, of).catch(toAppError) })
  })
}
