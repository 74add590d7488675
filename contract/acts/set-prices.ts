import type { ActFacts, BodyOf } from './act.ts'

/** Changes the prices. `list`: JSON in the format of PRICE_LIST. */
export const SET_PRICES = {
  name: 'set-prices',
  makers: ['manager'],
  checkers: ['finance', 'risk', 'manager'],
  doneText: 'Prices changed',
  requestedText: 'Asked to change the prices',
  path: '/api/admin/prices',
  asks: { list: { max: 20_000, isFile: true }, from: { max: 20 } },
  isDated: true,
} as const satisfies ActFacts
export type PricesBody = BodyOf<typeof SET_PRICES.asks>
