import type { DecisionOptions } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { ChannelsBody, NoticeBody, NoticeEndBody, PricesBody } from '#contract/console/settings.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedDecision } from '#server/identity/operators/requests.ts'
import {
  contentOfEnd,
  foreseeNotice,
  foreseeNoticeEnd,
  readNotice,
  readOpenNotice,
  requestNotice,
  requestNoticeEnd,
  type UncheckedNotice,
} from '#server/installation/settings/operate-bank-notices.ts'
import {
  foreseeChannels,
  readChannels,
  requestChannels,
  type UncheckedChannels,
} from '#server/installation/settings/operate-channels.ts'
import {
  foreseePrices,
  readPrices,
  requestPrices,
  type UncheckedPrices,
} from '#server/installation/settings/operate-prices.ts'
import { summaryOfSetting } from './foresee-settings.ts'

/** One kind of setting in the console: the terms that both operators read, and how the request is stored. */
export type SettingProposal<Body> = {
  /** @throws RefusedError for an invalid request */
  readonly terms: (deps: Deps, body: Body) => Promise<string>
  readonly request: (
    deps: Deps,
    session: ConsoleSession,
    of: { body: Body; evidence: SignedDecision },
  ) => Promise<OperatorRequestId>
}

export const NOTICE: SettingProposal<NoticeBody> = {
  async terms(deps, body) {
    const content = readNotice(deps, uncheckedNotice(body))
    return termsOf(summaryOfSetting('set-bank-notice', content), await foreseeNotice(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestNotice(deps, { ...uncheckedNotice(body), by, where, evidence }),
}

export const NOTICE_END: SettingProposal<NoticeEndBody> = {
  async terms(deps, { notice: id }) {
    const notice = await readOpenNotice(deps.database, id, deps.clock.now())
    const summary = summaryOfSetting('end-bank-notice', contentOfEnd(notice))
    return termsOf(summary, [...foreseeNoticeEnd(notice), `Notice: ${notice.id}`])
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestNoticeEnd(deps, { uncheckedId: body.notice, by, where, evidence }),
}

export const CHANNELS: SettingProposal<ChannelsBody> = {
  async terms(deps, body) {
    const content = await readChannels(deps, uncheckedChannels(body))
    return termsOf(summaryOfSetting('set-channels', content), await foreseeChannels(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestChannels(deps, { ...uncheckedChannels(body), by, where, evidence }),
}

export const PRICES: SettingProposal<PricesBody> = {
  async terms(deps, body) {
    const content = await readPrices(deps, uncheckedPrices(body))
    return termsOf(summaryOfSetting('set-prices', content), await foreseePrices(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestPrices(deps, { ...uncheckedPrices(body), by, where, evidence }),
}

/** The request and its effects, as signed. */
export function termsOf(summary: string, effects: readonly string[]): string {
  return [`Ask for this: ${summary}`, ...effects].join('\n')
}

function uncheckedNotice({ bank, meaning, source, hours, from }: NoticeBody): UncheckedNotice {
  return {
    uncheckedBank: bank,
    uncheckedMeaning: meaning,
    uncheckedSource: source,
    uncheckedHours: hours,
    uncheckedFrom: from,
  }
}

function uncheckedPrices({ list, from }: PricesBody): UncheckedPrices {
  return { uncheckedList: list, uncheckedFrom: from }
}

function uncheckedChannels({ from, ...texts }: ChannelsBody): UncheckedChannels {
  return { uncheckedTexts: texts, uncheckedFrom: from }
}

/** The terms, and a challenge for the passkey that signs them. @throws RefusedError as `terms` */
export async function offerSetting<Body>(
  deps: Deps,
  session: ConsoleSession,
  of: { setting: SettingProposal<Body>; body: Body },
): Promise<DecisionOptions> {
  return await offer(deps, session, await of.setting.terms(deps, of.body))
}

/** Stores the signed request. @throws RefusedError as `terms`; AppError as proveDecision */
export async function askForSetting<Body>(
  deps: Deps,
  session: ConsoleSession,
  of: { setting: SettingProposal<Body>; asked: Body; body: SignedBody },
): Promise<OperatorRequestId> {
  const { setting, asked, body } = of
  const evidence = await proveDecision(deps, session, { terms: await setting.terms(deps, asked), body })
  return await setting.request(deps, session, { body: asked, evidence })
}
