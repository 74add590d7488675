import catalogue from './banks.json' with { type: 'json' }
import type { World } from './world.ts'

/**
 * A bank of the sandbox catalogue, in the product's own order. Codes are Paystack's where a public list has one; the
 * others begin with `SBX`, so that nobody takes them for real.
 */
export type SandboxBank = (typeof catalogue)[number]

export const BANKS: readonly SandboxBank[] = catalogue

/** Paystack's own test code: not in the list of banks, and it resolves to "TEST ACCOUNT …". */
export const TEST_BANK_CODE = '001'

/** The bank behind every account number issued here. */
export const SANDBOX_BANK = { name: 'Sandbox Bank', id: 20, slug: 'test-bank' } as const

export function bankWithCode(code: string): SandboxBank | undefined {
  return BANKS.find((bank) => bank.code === code)
}

/** A bank that is closed in the catalogue stays closed; the others follow the switch on the board. */
export function bankIsOpen(world: World, bank: SandboxBank): boolean {
  return bank.active && (world.state.bankOpen.get(bank.code) ?? true)
}

/** Numbers that no invented bank knows: what a mistyped number looks like. */
export function isUnknownAccount(accountNumber: string): boolean {
  return accountNumber.startsWith('99')
}
