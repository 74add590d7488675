import type { ChannelsBody, LimitsBody, NoticeBody, NoticeEndBody, PricesBody } from '#contract/console/settings.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
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
  foreseeLimits,
  readLimits,
  requestLimits,
  type UncheckedLimits,
} from '#server/installation/settings/operate-limits.ts'
import {
  foreseePrices,
  readPrices,
  requestPrices,
  type UncheckedPrices,
} from '#server/installation/settings/operate-prices.ts'
import { summaryOfSetting } from './foresee-settings.ts'

export const NOTICE: ConsoleProposal<NoticeBody> = {
  act: 'set-bank-notice',
  async terms(deps, body) {
    const content = readNotice(deps, uncheckedNotice(body))
    return termsOf(summaryOfSetting('set-bank-notice', content), await foreseeNotice(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestNotice(deps, { ...uncheckedNotice(body), by, where, evidence }),
}

export const NOTICE_END: ConsoleProposal<NoticeEndBody> = {
  act: 'end-bank-notice',
  async terms(deps, { notice: id }) {
    const notice = await readOpenNotice(deps.database, id, deps.clock.now())
    const summary = summaryOfSetting('end-bank-notice', contentOfEnd(notice))
    return termsOf(summary, [...foreseeNoticeEnd(notice), `Notice: ${notice.id}`])
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestNoticeEnd(deps, { uncheckedId: body.notice, by, where, evidence }),
}

export const CHANNELS: ConsoleProposal<ChannelsBody> = {
  act: 'set-channels',
  async terms(deps, body) {
    const content = await readChannels(deps, uncheckedChannels(body))
    return termsOf(summaryOfSetting('set-channels', content), await foreseeChannels(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestChannels(deps, { ...uncheckedChannels(body), by, where, evidence }),
}

export const PRICES: ConsoleProposal<PricesBody> = {
  act: 'set-prices',
  async terms(deps, body) {
    const content = await readPrices(deps, uncheckedPrices(body))
    return termsOf(summaryOfSetting('set-prices', content), await foreseePrices(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestPrices(deps, { ...uncheckedPrices(body), by, where, evidence }),
}

export const LIMITS: ConsoleProposal<LimitsBody> = {
  act: 'set-limits',
  async terms(deps, body) {
    const content = await readLimits(deps, uncheckedLimits(body))
    return termsOf(summaryOfSetting('set-limits', content), await foreseeLimits(deps, content))
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestLimits(deps, { ...uncheckedLimits(body), by, where, evidence }),
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

function uncheckedLimits({ daily, perBpc, max, from }: LimitsBody): UncheckedLimits {
  return { uncheckedDaily: daily, uncheckedPerBpc: perBpc, uncheckedMax: max, uncheckedFrom: from }
}

function uncheckedChannels({ from, ...texts }: ChannelsBody): UncheckedChannels {
  return { uncheckedTexts: texts, uncheckedFrom: from }
}
