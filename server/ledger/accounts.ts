import type { OrderId, UserId } from '#contract/ids.ts'

/**
 * The chart of accounts. Accounts of users and orders have a balance row and a chain of entries; the others are house
 * accounts. migrations/0002_ledger.sql has the same rules and refuses any other name.
 */
export const account = {
  /** Money the user can spend now. Never below zero. */
  available: (userId: UserId) => `user:${userId}:available`,
  /** Money reserved for orders without a final answer. Never below zero. */
  held: (userId: UserId) => `user:${userId}:held`,
  /** The user's debt to us after a recall or a late success. Never above zero. */
  debt: (userId: UserId) => `user:${userId}:debt`,
  /** Money paid in for one purchase. Never below zero. */
  escrow: (orderId: OrderId) => `order:${orderId}:escrow`,
  /** Our money at a provider, as a negative balance. */
  providerFloat: (provider: string) => `provider:${provider}:float`,
  /** Charges of a provider, as a negative balance. */
  expense: (provider: string) => `expense:${provider}`,
  revenueFees: 'revenue:fees',
  /** The price of a purchase less the provider's cost. */
  revenueCommission: 'revenue:commission',
  /** The price of BPCs sold. */
  revenueBpc: 'revenue:bpc',
  /** Charges for SMS alerts. */
  revenueSms: 'revenue:sms',
  /** Stamp duty owed to the state. */
  stampDuty: 'payable:stamp-duty',
  /** The source of practice money. Never used in live mode. */
  sandboxEquity: 'equity:sandbox',
  /** Money that arrived and cannot be matched yet. */
  suspenseIn: 'suspense:in',
} as const

/** Owner of transfers that concern no single user. */
export const HOUSE = 'house'
