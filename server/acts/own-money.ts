import { providerName } from '#contract/console/provider-names.ts'
import type { OwnMoneyChange } from '#server/controls/reconciliation/close-as-own.ts'
import type { Confirmation } from '#server/identity/operators/requests.ts'
import type { Preview, PreviewParts } from './act.ts'

/** Closing differences makes no ledger entry. It changes what counts as our own money. */
export function previewOwnMoney(ownMoney: OwnMoneyChange | null, more: readonly string[]): PreviewParts {
  if (ownMoney === null || ownMoney.beforeKobo === ownMoney.afterKobo)
    return { effects: [NOTHING_POSTED, ...more], postings: [], ownMoney }
  const posted = 'It makes no entry in the ledger. It changes what counts as our own money.'
  const { provider, beforeKobo, afterKobo } = ownMoney
  const posting = {
    account: `Our own money at ${providerName(provider)}`,
    beforeKobo: beforeKobo?.toString() ?? null,
    afterKobo: `${afterKobo}`,
  }
  return { effects: [posted, ...more], postings: [posting], ownMoney }
}

const NOTHING_POSTED = 'It makes no entry in the ledger and changes no amount.'

/** Adds what the second operator was shown, if anything. */
export function asShown(confirmed: Confirmation, preview: Preview | null) {
  return preview === null ? confirmed : { ...confirmed, shown: preview.ownMoney ?? null }
}
