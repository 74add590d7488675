import { Copy, Share2 } from 'lucide-react'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { groupAccountNumber } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { shareText } from '#web/ui/share-text.ts'
import { Unread } from '#web/ui/unread.tsx'
import { accountText } from './account-text.ts'
import { useFundingAccount } from './get-funding-account.ts'

/** The person's own account number, to copy or share; before there is one, the way to get it. */
export function OwnAccount() {
  const { data: funding, error, refetch } = useFundingAccount()
  return (
    <section
      aria-label="Your account number"
      className="flex min-h-42 flex-col justify-center gap-3 rounded-card bg-surface px-4 py-3 shadow-lift"
    >
      <Unread error={funding === undefined ? error : null} onTryAgain={refetch} />
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
  const isSandbox = useInstallation().data?.mode === 'sandbox'
  return (
    <div>
      <p className="text-small text-ink-2">Your account number</p>
      <p className="font-head text-h1 font-semibold tabular">{groupAccountNumber(account.accountNumber)}</p>
      <p translate="no" className="text-small text-ink-2 wrap-anywhere">
        {account.bankName} · {account.accountName}
      </p>
      <PracticeNote />
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2">
        <Button tone="quiet" onClick={() => void copyText('Account number', account.accountNumber)}>
          <Copy aria-hidden size={18} /> Copy
        </Button>
        <Button tone="quiet" onClick={() => void shareText('Account number', accountText(account, isSandbox))}>
          <Share2 aria-hidden size={18} /> Share
        </Button>
      </div>
    </div>
  )
}
