import type { OrderId, UserId } from '#contract/ids.ts'

/**
 * The chart of accounts. A user's and an order's accounts are kept (balance row, chain); the others are house accounts.
 * The same rules are in migrations/0002_ledger.sql, which refuses any other name.
 */
export const account = {
  /** What the user can spend now. Never below zero. */
  available: (userId: UserId) => `user:${userId}:available`,
  /** What is reserved for orders without a final answer. Never below zero. */
  held: (userId: UserId) => `user:${userId}:held`,
  /** What the user owes us after a recall or a late success. Never above zero. */
  debt: (userId: UserId) => `user:${userId}:debt`,
  /** What was paid in for one purchase. Never below zero. */
  escrow: (orderId: OrderId) => `order:${orderId}:escrow`,
  /** Our money at a provider, as a negative balance. */
  providerFloat: (provider: string) => `provider:${provider}:float`,
  /** What a provider charges us, as a negative balance. */
  expense: (provider: string) => `expense:${provider}`,
  revenueFees: 'revenue:fees',
  /** What is left of a purchase's price after the provider's cost. */
  revenueCommission: 'revenue:commission',
  /** What BPCs were bought for. */
  revenueBpc: 'revenue:bpc',
  /** What SMS alerts cost their readers. */
  revenueSms: 'revenue:sms',
  /** Stamp duty owed to the state. */
  stampDuty: 'payable:stamp-duty',
  /** Where practice money comes from. Never used in live mode. */
  sandboxEquity: 'equity:sandbox',
  /** Money that arrived and cannot be matched yet. */
  suspenseIn: 'suspense:in',
} as const

/** Owner of transfers that concern no single user. */
export const HOUSE = 'house'
