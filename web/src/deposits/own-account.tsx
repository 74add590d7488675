import type { FundingAccountAnswer } from '#contract/funding.ts'
import { groupAccountNumber } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { AccountActions } from './account-actions.tsx'
import { useFundingAccount } from './get-funding-account.ts'

/** The person's own account number, to copy or share; before there is one, the way to get it. */
export function OwnAccount() {
  const { data: funding, error, refetch } = useFundingAccount()
  return (
    <section
      aria-label="Your account number"
      className="flex min-h-42 flex-col justify-center gap-3 rounded-card bg-surface px-4 py-3 shadow-lift"
    >
      <LoadFailed error={funding === undefined ? error : null} onTryAgain={refetch} />
      {funding === undefined ? null : funding.status === 'ready' && funding.account !== null ? (
        <Account account={funding.account} />
      ) : (
        <>
          {funding.status === 'not-asked' ? (
            <p className="text-small text-ink-2">
              With an account number of your own, you add money from any bank app.
            </p>
          ) : null}
          <ButtonLink to="/fund" tone="quiet" wide>
            Your account number
          </ButtonLink>
        </>
      )}
    </section>
  )
}

function Account({ account }: { account: NonNullable<FundingAccountAnswer['account']> }) {
  return (
    <div>
      <p className="text-small text-ink-2">Your account number</p>
      <p className="font-head text-h1 font-semibold tabular">{groupAccountNumber(account.accountNumber)}</p>
      <p translate="no" className="text-small text-ink-2 wrap-anywhere">
        {account.bankName} · {account.accountName}
      </p>
      <PracticeNote />
      <div className="mt-2">
        <AccountActions account={account} />
      </div>
    </div>
  )
}
