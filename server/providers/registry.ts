import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'

/** The kinds of provider: money in and out, and purchases. */
export type ProviderKinds = { readonly payments: PaymentProvider; readonly bills: BillsProvider }
export type ProviderKind = keyof ProviderKinds

/** At least one of each kind, the preferred one first. */
type Configured = { readonly [Kind in ProviderKind]: readonly ProviderKinds[Kind][] }

const CONFIGURED = Symbol('configured')

/**
 * The installation's configured providers, opaque on purpose: an order belongs to the provider it was sent to, forever.
 * Code that handles something existing names its provider and calls `providerFor`.
 */
export type Providers = { readonly [CONFIGURED]: Configured }

/** Also the name of a ledger account; `jara` is reserved for what needs no provider. */
const NAME = /^(?!jara$)[a-z]+$/

/** The provider is not configured. Its work keeps waiting and is never sent or verified elsewhere. */
export class ProviderNotConfiguredError extends Error {
  override readonly name = 'ProviderNotConfiguredError'
  readonly provider: string

  constructor(kind: ProviderKind, provider: string) {
    super(`there is no ${kind} provider ${provider} in this installation`)
    this.provider = provider
  }
}

/**
 * The installation's providers, each kind in order of preference. Names are unique across both kinds: a provider's
 * float, references and differences are stored under its name.
 *
 * @throws Error for a kind without a provider, and for a name that is taken or not valid in the ledger
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

/** Whether the named provider, of either kind, can take new work; `gone` when it is not configured. */
export function availabilityOf(deps: Has, name: string): 'available' | 'silent' | 'gone' {
  const { payments, bills } = deps.providers[CONFIGURED]
  const found = [...payments, ...bills].find((each) => each.name === name)
  if (found === undefined) return 'gone'
  return found.available() ? 'available' : 'silent'
}

/**
 * The provider for new work: a quote, a name or price on the way to one, an account number. Only files that start
 * something may use it (`scripts/lib/import-rules.ts`).
 */
export function providerForNew<Kind extends ProviderKind>({ providers }: Has, kind: Kind): ProviderKinds[Kind] {
  const [preferred] = providers[CONFIGURED][kind]
  if (preferred === undefined) throw new Error(`no ${kind} provider`)
  return preferred
}

/** Every provider, for code that goes through all of them. Like providerForNew, only listed files may use it. */
export function everyProvider<Kind extends ProviderKind>(
  { providers }: Has,
  kind: Kind,
): readonly ProviderKinds[Kind][] {
  return providers[CONFIGURED][kind]
}
