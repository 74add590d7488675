import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { Installation } from '#contract/installation.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { Wallet } from '#contract/wallet.ts'
import { installationWith } from './installation.ts'

/** Screens rendered from given server responses, and helpers to read them. */

export const ME: Me = {
  user: { id: 'usr_1', fullName: 'Adaeze Ụzọchukwu', email: 'ada@example.ng', createdAt: '2026-11-01T11:00:00.000Z' },
  deviceId: 'dev_1',
  locked: false,
  pinSet: true,
  pinOff: false,
  fresh: true,
  imageVersion: null,
  nameChangeableAt: null,
  frozen: false,
  frozenByTeam: null,
  passkeyCount: 0,
  phone: null,
}
export const WALLET: Wallet = {
  availableKobo: '19849000',
  heldKobo: '151000',
  debt: null,
  spentTodayKobo: '12500000',
  dailyLimitKobo: '50000000',
  ownLimit: null,
  resetsAt: '2026-11-21T23:00:00.000Z',
  newLimit: null,
  level: 'basic',
  openBpcPurchase: null,
  recent: [],
  unseenAlerts: 0,
  at: '2026-11-21T11:00:00.000Z',
}
export const PURCHASE: OrderOf<'bpc'> = {
  id: 'ord_1',
  kind: 'bpc',
  status: 'pending',
  state: 'awaiting_payment',
  endedByTeam: false,
  amountKobo: '650000',
  feeKobo: '0',
  dutyKobo: '0',
  discountKobo: '0',
  totalKobo: '650000',
  reference: 'ord_1',
  transactionId: 'txn_1',
  failure: null,
  explanation: 'We are waiting for your bank transfer.',
  token: null,
  units: null,
  sale: null,
  payTo: null,
  strayPayments: [],
  boughtBpcId: null,
  recipient: { fullName: 'Adaeze Ụzọchukwu', email: 'ada@example.ng', payWith: 'transfer' },
  createdAt: '2026-11-21T11:00:00.000Z',
  updatedAt: '2026-11-21T11:00:00.000Z',
}
export const PAY_TO = {
  accountNumber: '9012345678',
  bank: 'Sandbox Bank',
  accountName: 'SANDBOX / ADAEZE UZOCHUKWU',
  amountKobo: '650000',
}

type Answers = {
  me?: Me | null
  wallet?: Wallet
  order?: OrderOf<'bpc'>
  funding?: FundingAccountAnswer
  mode?: Installation['mode']
  notices?: Installation['notices']
}

/** A screen as the browser renders it once these responses have arrived. */
export function markupOf(
  screen: FunctionComponent,
  { at = '/', me = ME, wallet = WALLET, order, funding, mode, notices }: Answers & { at?: string },
) {
  const client = new QueryClient()
  client.setQueryData(['me'], me)
  client.setQueryData(['wallet'], wallet)
  if (mode !== undefined) client.setQueryData(['installation'], installationWith({ mode }))
  if (notices !== undefined) client.setQueryData(['installation'], installationWith({ notices }))
  if (funding !== undefined) client.setQueryData(['funding'], funding)
  if (order !== undefined) client.setQueryData(['order', order.id], order)
  const page = createElement(MemoryRouter, { initialEntries: [at] }, createElement(screen))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
}

/** The texts a person reads, piece by piece. */
export const read = (screen: FunctionComponent, answers: Answers & { at?: string } = {}) =>
  markupOf(screen, answers)
    .split(/<[^>]+>/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
export const linkTo = (label: string) => new RegExp(`href="([^"]+)"[^>]*>(?:<[^>]+>)*${label}<`)
export const backLink = (markup: string) => /<a [^>]*aria-label="Back"[^>]*href="([^"]+)"/.exec(markup)?.[1]
