import type { FundingAccountAnswer } from '#contract/funding.ts'
import { SandboxBankLink } from '#web/installation/sandbox-bank-link.tsx'
import { groupAccountNumber } from '#web/lib/format.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Unread } from '#web/ui/unread.tsx'
import { Arrivals } from './arrivals.tsx'
import { useFundingAccount } from './get-funding-account.ts'

export default function FundPage() {
  const { data: funding, error, refetch } = useFundingAccount()
  return (
    <>
      <Page title="Add money" back="/dashboard" hasBottomBar>
        {funding?.status === 'paused' ? null : (
          <p className="text-ink-2">
            Transfer from any bank app to this account number. It is yours alone, and money that arrives shows up here
            automatically.
          </p>
        )}
        <Unread error={error} onTryAgain={refetch} />
        {funding !== undefined ? <Account funding={funding} /> : error === null ? <Reading /> : null}
        <SandboxBankLink />
        {funding === undefined ? null : <Arrivals deposits={funding.deposits} />}
      </Page>
      <BottomBar />
    </>
  )
}

function Account({ funding: { status, account } }: { funding: FundingAccountAnswer }) {
  if (status === 'paused') return <Paused />
  if (account === null) return <Issuing />
  return (
    <section aria-label="Your account number" className="flex flex-col rounded-card border border-line bg-surface px-4">
      <div className="border-b border-line py-4">
        <p className="text-small text-ink-2">Account number</p>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-head text-h1 font-semibold tabular">{groupAccountNumber(account.accountNumber)}</p>
          <CopyButton label="Account number" text={account.accountNumber} />
        </div>
      </div>
      <Detail label="Bank" value={account.bankName} />
      <Detail label="Account name" value={account.accountName} />
    </section>
  )
}

function Detail({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="text-small text-ink-2">{label}</p>
        <p className="font-medium wrap-anywhere">{value}</p>
      </div>
      <CopyButton label={label} text={value} />
    </div>
  )
}

/** As high as what it replaces, so that nothing below it moves. */
function Reading() {
  return (
    <section
      role="status"
      className="flex min-h-67 items-center justify-center gap-2 rounded-card border border-line bg-surface text-small text-ink-2"
    >
      <Spinner /> Reading your account number…
    </section>
  )
}

function Issuing() {
  return (
    <section role="status" className="flex items-start gap-3 rounded-card border border-line bg-surface p-4">
      <Spinner />
      <div>
        <p className="font-medium">Your account number is being issued</p>
        <p className="text-small text-ink-2">
          We have asked the payment partner for it and it has not answered yet. It appears here by itself; you can leave
          this page meanwhile.
        </p>
      </div>
    </section>
  )
}

function Paused() {
  return (
    <section role="status" className="rounded-card border border-line bg-surface p-4">
      <p className="font-medium">Your account number takes no money right now</p>
      <p className="text-small text-ink-2">
        We are not working with the payment partner that issued it at the moment. Please do not send money to it until
        it is shown here again. Money you have already sent is added once that partner confirms it to us.
      </p>
    </section>
  )
}
