import { CircleCheck } from 'lucide-react'
import { ACCOUNT_NUMBER_DIGITS } from '#contract/constants.ts'
import { Button } from '../../components/ui/button.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { messageOf } from '../../lib/api.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useResolvedAccount } from '../banks/resolve-account.ts'
import type { ResolvedName, WithdrawalForm } from './check-withdrawal.ts'

const PAUSE_MS = 300

/** Asks the bank for the name as soon as number and bank are there. */
export function useAccountName({ accountNumber, bank }: WithdrawalForm): ResolvedName & { askAgain: () => void } {
  const complete = accountNumber.length === ACCOUNT_NUMBER_DIGITS && bank !== null
  const wanted = complete ? `${bank.code} ${accountNumber}` : ''
  const settled = useDebounced(wanted, PAUSE_MS)
  const ready = complete && settled === wanted
  const answer = useResolvedAccount(ready ? { bankCode: bank.code, accountNumber } : null)
  const askAgain = () => void answer.refetch()

  if (!complete) return { standing: 'missing', askAgain }
  if (!ready || answer.isFetching) return { standing: 'asking', askAgain }
  if (answer.data !== undefined) return { standing: 'known', accountName: answer.data.accountName, askAgain }
  return { standing: 'refused', message: messageOf(answer.error), askAgain }
}

export function AccountName({ name }: { name: ResolvedName & { askAgain: () => void } }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-small font-medium text-ink-2">Account Name</span>
      <div
        role="status"
        aria-label="Account Name"
        className="flex min-h-12 flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-2"
      >
        {name.standing === 'missing' ? <span className="text-ink-3">The bank fills this in</span> : null}
        {name.standing === 'asking' ? (
          <span className="flex items-center gap-2 text-ink-2">
            <Spinner /> Asking the bank…
          </span>
        ) : null}
        {name.standing === 'known' ? (
          <span className="flex items-center gap-2 font-semibold">
            <CircleCheck aria-hidden size={20} className="shrink-0 text-ok" /> {name.accountName}
          </span>
        ) : null}
        {name.standing === 'refused' ? (
          <>
            <span className="flex-1 text-small text-bad">{name.message}</span>
            <Button tone="plain" onClick={name.askAgain}>
              Ask again
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}
