import type { ActFacts, Field, Fields } from '#contract/acts/act.ts'
import type { ActName } from '#contract/acts/acts.ts'
import type { ConfirmOptions } from '#contract/console/proposals.ts'
import type { OwnMoneyChange } from '#server/controls/reconciliation/close-as-own.ts'
import type { BalancesChange } from '#server/deposits/credit-balances.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import type { Confirmation, HowDecided, OperatorRequest } from '#server/identity/operators/requests.ts'
import type { WalletChange } from '#server/payments/orders/wallet-change.ts'

/** What was typed into the fields of an act. Its use case checks every one. */
export type Unchecked<Asks extends Fields> = { readonly [Name in keyof Asks]: Typed<Asks[Name]> }
type Typed<Of extends Field> = Of extends { readonly listMax: number } ? readonly string[] : string

/** What the first operator reads and signs. */
export type Said = {
  readonly summary: string
  /** What follows from it, a sentence each. */
  readonly effects: readonly string[]
  /** What was typed and stands in neither of them. */
  readonly besides: readonly string[]
  /** Whom or what it is about, by id: the line of a wrong passphrase names it. */
  readonly about?: string
  /** Counts that keep changing, so they are shown in a terminal and never signed. */
  readonly details?: () => Promise<ConfirmOptions['details']>
  /** Nobody else could confirm it, so it is done without a second operator. */
  readonly isDoneAtOnce?: boolean
}

/** How one operator asks for an act. */
export type Proposal<Asks extends Fields> = {
  /** @throws RefusedError for what cannot be asked for */
  say(deps: Deps, asked: Unchecked<Asks>): Promise<Said>
  /**
   * Stores the request and returns its id; null when it was done at once.
   *
   * @throws RefusedError as `say`
   */
  request(
    deps: Deps,
    of: HowDecided & { readonly asked: Unchecked<Asks>; readonly by: ProvenOperator },
  ): Promise<string | null>
  /** Values of fields that are left out in a terminal. */
  fill?(deps: Deps): Promise<Partial<Unchecked<Asks>>>
  /** Nobody may have to confirm it, and the answer then names no request. */
  readonly mayBeDoneAtOnce?: boolean
  /** A new passphrase is hashed, which only so many requests a minute may do. */
  readonly hashesPassphrase?: boolean
}

/** What confirming a request does, as the books and tables are now. */
export type Prospect = Pick<ConfirmOptions, 'summary' | 'effects' | 'postings' | 'details' | 'reason'> & {
  /** What closing a difference posts, for the code that posts it to compare. */
  readonly ownMoney?: OwnMoneyChange | null
  /** The same for crediting a deposit. */
  readonly balances?: BalancesChange
  /** The same for ending a manual review and refunding a BPC. */
  readonly wallet?: WalletChange
}

export type Foreseen = Partial<Pick<Prospect, 'effects' | 'postings' | 'details' | 'ownMoney' | 'balances' | 'wallet'>>

export type Asked = Pick<OperatorRequest, 'subject' | 'content'>

/** What a request does is foreseen with these: a terminal has them as well. */
export type ForeseeDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/** Everything about an act that takes two operators. What the browser also reads is in its facts. */
export type Act<Asks extends Fields = Fields> = {
  readonly facts: ActFacts & { readonly name: ActName; readonly asks: Asks }
  /** Null: it is asked for elsewhere. */
  readonly proposal: Proposal<Asks> | null
  /** What a request does, in one sentence. */
  readonly summary: (of: Asked) => string
  /**
   * What confirming it would do now.
   *
   * @throws RefusedError when it cannot be confirmed any more
   */
  readonly foresee: (deps: ForeseeDeps, request: OperatorRequest) => Promise<Foreseen>
  /** Does it. `prospect`: what the second operator was shown; null: nothing was foreseen for them. */
  readonly carryOut: (deps: Deps, confirmed: Confirmation, prospect: Prospect | null) => Promise<unknown>
  /** Tells open pages what has changed. */
  readonly tell?: (deps: Deps) => void
  /** What a process that serves the console does besides, once it is asked for and once it is confirmed. */
  readonly tellAtConsole?: (deps: Deps) => Promise<void>
  /** What a terminal prints once it is done, instead of `done`. */
  readonly printDone?: (deps: Deps, request: OperatorRequest) => string | Promise<string>
  /** Fields of the content that its text says in other words. A test changes each field and expects another text. */
  readonly saidOtherwise?: readonly string[]
  /** Its subject is the id of what it will make, which says nothing to anybody. */
  readonly makesSubject?: boolean
  /** It may be what sets a wrong clock right, so a terminal does not compare clocks first. */
  readonly isAboutClocks?: boolean
}
