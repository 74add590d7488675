import type { FundingAccountAnswer } from '#contract/funding.ts'
import { SandboxBankLink } from '#web/installation/sandbox-bank-link.tsx'
import { groupAccountNumber } from '#web/lib/format.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AccountActions } from './account-actions.tsx'
import { Arrivals } from './arrivals.tsx'
import { AskForm } from './ask-form.tsx'
import { useAskForAccount, useFundingAccount } from './get-funding-account.ts'

export default function FundPage() {
  const { data: funding, error, refetch } = useFundingAccount()
  return (
    <>
      <Page title="Add money" back="/dashboard" hasBottomBar>
        {funding === undefined || funding.status === 'ready' ? (
          <p className="text-ink-2">
            Transfer from any bank app to this account number. It is yours alone, and money that arrives shows up here
            automatically.
          </p>
        ) : null}
        <LoadFailed error={error} onTryAgain={refetch} />
        {funding !== undefined ? <Account funding={funding} /> : error === null ? <Reading /> : null}
        {funding?.account === null ? null : <SandboxBankLink />}
        {funding === undefined || !hasArrivals(funding) ? null : <Arrivals deposits={funding.deposits} />}
      </Page>
      <BottomBar />
    </>
  )
}

/** Arrivals show once there is an account number or a deposit. */
function hasArrivals({ account, deposits }: FundingAccountAnswer): boolean {
  return account !== null || deposits.length > 0
}

function Account({ funding: { status, refusedFor, phone, account } }: { funding: FundingAccountAnswer }) {
  if (status === 'paused') return <Paused />
  if (status === 'not-asked') return <NotAsked phone={phone} />
  if (status === 'refused') return refusedFor === 'phone' ? <PhoneRefused phone={phone} /> : <Refused />
  if (account === null) return <Issuing />
  return (
    <section
      aria-label="Your account number"
      className="cloth-hero cloth-akwete selvedge rounded-sheet forced-colors:border"
    >
      <div className="flex flex-col gap-3 px-5 pt-4 pb-5">
        <div>
          <p className="text-small text-on-card-2">Account number</p>
          <p className="font-head text-[min(2.125rem,7.6vw)] leading-tight font-semibold tabular">
            {groupAccountNumber(account.accountNumber)}
          </p>
          <PracticeNote className="text-on-card-2" />
        </div>
        <p translate="no" className="wrap-anywhere">
          <span className="block font-head font-semibold">{account.bankName}</span>
          <span className="text-on-card-2">{account.accountName}</span>
        </p>
        <AccountActions account={account} onCloth />
      </div>
    </section>
  )
}

function NotAsked({ phone }: { phone: string | null }) {
  return (
    <section aria-label="Get your account number" className="flex flex-col gap-4">
      <p className="text-ink-2">
        Get an account number of your own, and transfer money to it from any bank app. The bank asks for your phone
        number before it issues one. We use it for nothing else.
      </p>
      <AskForm phone={phone} button="Get my account number" />
    </section>
  )
}

function PhoneRefused({ phone }: { phone: string | null }) {
  return (
    <section aria-label="Get your account number" className="flex flex-col gap-4">
      <Notice tone="bad" role="alert">
        <p className="font-medium">The bank did not accept this phone number</p>
        <p>Check the number, or use another one of yours. No money has moved.</p>
      </Notice>
      <AskForm phone={phone} button="Try again" />
    </section>
  )
}

/** The person can change nothing about this refusal, so nothing is asked of them. */
function Refused() {
  const ask = useAskForAccount()
  return (
    <section aria-label="Get your account number" className="flex flex-col gap-4">
      <Notice tone="wait" role="status">
        <p className="font-medium">We could not get your account number yet</p>
        <p>
          The bank refused it for a reason on our side. Our team has been told, and we ask again automatically. No money
          has moved.
        </p>
      </Notice>
      <ErrorNotice error={ask.error} />
      <Button tone="quiet" wide busy={ask.isPending && 'Asking the bank…'} onClick={() => ask.mutate({})}>
        Try again now
      </Button>
    </section>
  )
}

/** As high as the content it replaces, so nothing below it moves. */
function Reading() {
  return (
    <section
      role="status"
      className="flex min-h-61 items-center justify-center gap-2 rounded-card bg-surface shadow-lift text-small text-ink-2"
    >
      <Spinner /> Loading your account number…
    </section>
  )
}

function Issuing() {
  return (
    <section role="status" className="flex items-start gap-3 rounded-card bg-surface shadow-lift p-4">
      <Spinner />
      <div>
        <p className="font-medium">Your account number is being issued</p>
        <p className="text-small text-ink-2">
          We have asked the bank for it. It appears here automatically; you can leave this page meanwhile.
        </p>
      </div>
    </section>
  )
}

function Paused() {
  return (
    <section role="status" className="rounded-card bg-surface shadow-lift p-4">
      <p className="font-medium">Your account number cannot receive money right now</p>
      <p className="text-small text-ink-2">
        We are not working with its bank at the moment. Do not send money to it until you see it here again. If you
        already sent some, we add it once that bank confirms it.
      </p>
    </section>
  )
}
