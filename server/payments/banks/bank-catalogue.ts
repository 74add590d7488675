import type { Bank } from '#contract/banks.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { cachedList } from '#server/providers/cached-list.ts'
import type { ProviderBank } from '#server/providers/payments/payment-provider.ts'
import { providerForNew } from '#server/providers/registry.ts'

export type BankCatalogue = {
  /**
   * All banks of the provider, including closed ones. @throws AppError `provider.unavailable` when no list was ever
   * read
   */
  list(): Promise<Bank[]>
  /** Returns an open bank, from a list at most `freshMs` old. @throws AppError `bank.unknown`, `bank.closed` */
  requireOpen(code: string, freshMs?: number): Promise<Bank>
  /**
   * Banks that normally work and that the list reports as not working: from when we first read that until the next
   * reading.
   */
  troubles(): Promise<{ code: string; name: string; since: Date; until: Date }[]>
}

/** How long the provider's list is used before it is read again, ms. */
const FRESH_MS = 60_000

/** Publicly known reasons why banks that a provider lists as inactive cannot be chosen. By the provider's slug. */
const CLOSED_BECAUSE: Readonly<Record<string, string>> = {
  'heritage-bank': 'Licence revoked by the Central Bank in June 2024',
  momoghana: 'Not a Nigerian bank',
}

const CLOSED_NOW = 'Cannot receive transfers right now'

/** The provider's banks, cached: see cachedList. */
export function createBankCatalogue(deps: Pick<Deps, 'providers' | 'clock'>): BankCatalogue {
  const payments = providerForNew(deps, 'payments')
  let inTrouble: { code: string; name: string; since: Date }[] = []
  const banks = cachedList({
    clock: deps.clock,
    freshMs: FRESH_MS,
    read: () => payments.listBanks(),
    toItems(listed, readAtMs) {
      const told = oneForEachCode(listed)
      inTrouble = told
        .filter(({ active, slug }) => !active && CLOSED_BECAUSE[slug ?? ''] === undefined)
        .map(({ code, name }) => {
          const before = inTrouble.find((each) => each.code === code)
          return { code, name, since: before?.since ?? new Date(readAtMs) }
        })
      return told.map(toBank)
    },
  })
  const list = async (freshMs?: number) => [...(await banks(freshMs)).items]

  return {
    list: () => list(),
    async troubles() {
      const { readAtMs } = await banks()
      const until = new Date(readAtMs + FRESH_MS)
      return inTrouble.map((each) => ({ ...each, until }))
    },
    async requireOpen(code, freshMs) {
      const bank = (await list(freshMs)).find((each) => each.code === code)
      if (bank === undefined)
        throw new AppError('bank.unknown', { fields: { bankCode: 'Choose a bank from the list' } })
      if (!bank.open) {
        throw new AppError('bank.closed', {
          message: `${bank.name} cannot receive transfers ${why(bank)}. Choose another account.`,
          fields: { bankCode: bank.reason ?? CLOSED_NOW },
        })
      }
      return bank
    },
  }
}

/**
 * One bank for each code, in the order of the list. A closed bank's code may be given to a new one: then the open bank
 * counts.
 */
export function oneForEachCode(listed: readonly ProviderBank[]): ProviderBank[] {
  const byCode = new Map<string, ProviderBank>()
  for (const bank of listed) if (byCode.get(bank.code)?.active !== true) byCode.set(bank.code, bank)
  return [...byCode.values()]
}

function why({ reason }: Bank): string {
  return reason === undefined || reason === CLOSED_NOW ? 'right now' : `(${reason})`
}

function toBank({ code, name, active, slug }: ProviderBank): Bank {
  return active
    ? { code, name, open: true }
    : { code, name, open: false, reason: CLOSED_BECAUSE[slug ?? ''] ?? CLOSED_NOW }
}
