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
export type Description = {
  readonly summary: string
  /** Its consequences, one sentence each. */
  readonly effects: readonly string[]
  /** Typed values that appear in neither the summary nor the effects. */
  readonly otherValues: readonly string[]
  /** The id of its subject, which the log line of a wrong passphrase names. */
  readonly about?: string
  /** Counts that keep changing: shown in a terminal, never signed. */
  readonly details?: () => Promise<ConfirmOptions['details']>
  /** Nobody else could confirm the act, so it needs no second operator. */
  readonly isDoneAtOnce?: boolean
}

/** How one operator asks for an act. */
export type Proposal<Asks extends Fields> = {
  /** @throws RefusedError for what cannot be asked for */
  describe(deps: Deps, asked: Unchecked<Asks>): Promise<Description>
  /**
   * Stores the request and returns its id; null when it was done at once.
   *
   * @throws RefusedError as `describe`
   */
  request(
    deps: Deps,
    of: HowDecided & { readonly asked: Unchecked<Asks>; readonly by: ProvenOperator },
  ): Promise<string | null>
  /** Values of fields that are left out in a terminal. */
  fill?(deps: Deps): Promise<Partial<Unchecked<Asks>>>
  /** Set where nobody may have to confirm the act. The answer then names no request. */
  readonly mayBeDoneAtOnce?: boolean
  /** Hashes a new passphrase, so its requests per minute are limited. */
  readonly hashesPassphrase?: boolean
}

/** The effect of confirming a request, for the current state of books and tables. */
export type Preview = Pick<ConfirmOptions, 'summary' | 'effects' | 'postings' | 'details' | 'reason'> & {
  /** What closing a difference posts, so that the code that posts it can compare. */
  readonly ownMoney?: OwnMoneyChange | null
  /** The same for crediting a deposit. */
  readonly balances?: BalancesChange
  /** The same for ending a manual review and refunding a BPC. */
  readonly wallet?: WalletChange
}

export type PreviewParts = Partial<
  Pick<Preview, 'effects' | 'postings' | 'details' | 'ownMoney' | 'balances' | 'wallet'>
>

export type Asked = Pick<OperatorRequest, 'subject' | 'content'>

/** The dependencies for previewing a request: terminals have them too. */
export type PreviewDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/** Everything about an act that takes two operators. The part that the browser reads too is in `facts`. */
export type Act<Asks extends Fields = Fields> = {
  readonly facts: ActFacts & { readonly name: ActName; readonly asks: Asks }
  /** Null: the act is requested elsewhere. */
  readonly proposal: Proposal<Asks> | null
  /** What a request does, in one sentence. */
  readonly summary: (of: Asked) => string
  /**
   * Previews what confirming the request would do now.
   *
   * @throws RefusedError when it can no longer be confirmed
   */
  readonly preview: (deps: PreviewDeps, request: OperatorRequest) => Promise<PreviewParts>
  /** Carries the act out. `preview`: what the second operator was shown; null: they were shown no preview. */
  readonly carryOut: (deps: Deps, confirmed: Confirmation, preview: Preview | null) => Promise<unknown>
  /** Notifies open pages of the change. */
  readonly tell?: (deps: Deps) => void
  /** What a process that serves the console also does, after the request and after the confirmation. */
  readonly tellAtConsole?: (deps: Deps) => Promise<void>
  /** What a terminal prints afterwards, instead of `doneText`. */
  readonly printDone?: (deps: Deps, request: OperatorRequest) => string | Promise<string>
  /** Content fields that the text expresses in other words. A test changes each field and expects another text. */
  readonly paraphrased?: readonly string[]
  /** Its subject is the id of the row it will create, which is meaningless to people. */
  readonly makesSubject?: boolean
  /** The act may correct a wrong clock, so a terminal does not compare clocks first. */
  readonly isAboutClocks?: boolean
}
