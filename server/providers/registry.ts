import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'

/** What providers there are for: money in and out, and what is bought with it. */
export type ProviderKinds = { readonly payments: PaymentProvider; readonly bills: BillsProvider }
export type ProviderKind = keyof ProviderKinds

/** Of each kind at least one, the one that is preferred first. */
type Configured = { readonly [Kind in ProviderKind]: readonly ProviderKinds[Kind][] }

const CONFIGURED = Symbol('configured')

/**
 * The providers an installation has configured. It cannot be looked into: an order belongs to the provider it was sent to,
 * for ever, so code that handles something that exists names its provider and asks `providerFor`.
 */
export type Providers = { readonly [CONFIGURED]: Configured }

/** A name is also that of a ledger account, and `jara` stands for what needs no provider. */
const NAME = /^(?!jara$)[a-z]+$/

/** What waits for a provider keeps waiting: it is neither sent nor asked about anywhere else. */
export class ProviderNotConfiguredError extends Error {
  override readonly name = 'ProviderNotConfiguredError'
  readonly provider: string

  constructor(kind: ProviderKind, provider: string) {
    super(`there is no ${kind} provider ${provider} in this installation`)
    this.provider = provider
  }
}

/**
 * The providers of an installation, of each kind in the order of preference. Each has a name of its own, also beside those
 * of the other kind: its float, its references and its differences are kept under it.
 *
 * @throws Error for a kind without a provider, and for a name that is taken or that the ledger does not take
 */
export function configureProviders(configured: Configured): Providers {
  const names = [...configured.payments, ...configured.bills].map(({ name }) => name)
  const wrong = names.find((name, place) => !NAME.test(name) || names.indexOf(name) !== place)
  if (wrong !== undefined) throw new Error(`${wrong} cannot be the name of a provider, or is one's already`)
  if (configured.payments.length === 0 || configured.bills.length === 0)
    throw new Error('a provider of each kind is needed')
  return { [CONFIGURED]: configured }
}

type Has = { readonly providers: Providers }

/**
 * The provider that an order, a deposit, a charge or an account is with.
 *
 * @throws ProviderNotConfiguredError when this installation does not have it (any more)
 */
export function providerFor<Kind extends ProviderKind>(deps: Has, kind: Kind, name: string): ProviderKinds[Kind] {
  const found = deps.providers[CONFIGURED][kind].find((each) => each.name === name)
  if (found === undefined) throw new ProviderNotConfiguredError(kind, name)
  return found
}

/** Whether the provider of that name, of whichever kind, can be given something now; `gone` when it is not configured. */
export function availabilityOf(deps: Has, name: string): 'available' | 'silent' | 'gone' {
  const { payments, bills } = deps.providers[CONFIGURED]
  const found = [...payments, ...bills].find((each) => each.name === name)
  if (found === undefined) return 'gone'
  return found.available() ? 'available' : 'silent'
}

/**
 * The provider for what begins now: a quote, a name or a price on the way to one, an account number. Only files that
 * begin something may use it (`scripts/lib/import-rules.ts`).
 */
export function providerForNew<Kind extends ProviderKind>({ providers }: Has, kind: Kind): ProviderKinds[Kind] {
  const [preferred] = providers[CONFIGURED][kind]
  if (preferred === undefined) throw new Error(`no ${kind} provider`)
  return preferred
}

/** Each provider, for what looks at all of them one by one. As providerForNew, only for the files that are listed. */
export function everyProvider<Kind extends ProviderKind>(
  { providers }: Has,
  kind: Kind,
): readonly ProviderKinds[Kind][] {
  return providers[CONFIGURED][kind]
}
