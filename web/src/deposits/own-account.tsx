import { Copy, Share2 } from 'lucide-react'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { groupAccountNumber } from '#web/lib/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { shareText } from '#web/ui/share-text.ts'
import { accountText } from './account-text.ts'
import { useFundingAccount } from './get-funding-account.ts'

/** The person's own account number, to copy or share; before there is one, the way to get it. */
export function OwnAccount() {
  const { data: funding } = useFundingAccount()
  return (
    <section
      aria-label="Your account number"
      className="flex min-h-42 flex-col justify-center rounded-card bg-surface px-4 py-3 shadow-lift"
    >
      {funding === undefined ? null : funding.account === null || funding.status !== 'ready' ? (
        <NoAccount />
      ) : (
        <Account account={funding.account} />
      )}
    </section>
  )
}

function NoAccount() {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-ink-2">With an account number of your own, you add money from any bank app.</p>
      <ButtonLink to="/fund" tone="quiet" wide>
        Your account number
      </ButtonLink>
    </div>
  )
}

function Account({ account }: { account: NonNullable<FundingAccountAnswer['account']> }) {
  const isSandbox = useInstallation().data?.mode === 'sandbox'
  return (
    <>
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
    </>
  )
}
