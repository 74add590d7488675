import { ACCOUNT_NUMBER_DIGITS } from '#contract/constants.ts'
import { messageOf } from '#web/lib/api.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useResolvedAccount } from '#web/payments/banks/resolve-account.ts'
import { isNumberOf } from '#web/payments/orders/digits.ts'
import { type ResolvedName, ResolvedNameBox } from '#web/ui/resolved-name.tsx'
import type { WithdrawalForm } from './check-withdrawal.ts'

const PAUSE_MS = 300

/** Asks the bank for the name as soon as number and bank are there. */
export function useAccountName({ accountNumber, bank }: WithdrawalForm): ResolvedName & { askAgain: () => void } {
  const complete = isNumberOf(accountNumber, ACCOUNT_NUMBER_DIGITS) && bank !== null
  const wanted = complete ? `${bank.code} ${accountNumber}` : ''
  const settled = useDebounced(wanted, PAUSE_MS)
  const ready = complete && settled === wanted
  const answer = useResolvedAccount(ready ? { bankCode: bank.code, accountNumber } : null)
  const askAgain = () => void answer.refetch()

  if (!complete) return { status: 'missing', askAgain }
  if (!ready || answer.isFetching) return { status: 'asking', askAgain }
  if (answer.data !== undefined) return { status: 'known', name: answer.data.accountName, detail: null, askAgain }
  return { status: 'refused', message: messageOf(answer.error), askAgain }
}

export function AccountName({ name }: { name: ResolvedName & { askAgain: () => void } }) {
  return (
    <ResolvedNameBox
      label="Account Name"
      name={name}
      missingText="The bank fills this in"
      askingText="Asking the bank…"
      onAskAgain={name.askAgain}
    />
  )
}
