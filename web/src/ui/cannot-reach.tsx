import { messageOf } from '#web/lib/api.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { useOnline } from '#web/lib/online.ts'
import { Button } from './button.tsx'
import { BareHead, PageTitle } from './page.tsx'

/** Nothing is known about the session, so nothing is said about the money either. */
export function CannotReach({ error, onTryAgain }: { error: unknown; onTryAgain: () => Promise<unknown> }) {
  const offline = !useOnline()
  const locked = offline && isKnownHere()
  return (
    <>
      <BareHead />
      <main className="mx-auto flex w-full max-w-[480px] flex-col gap-4 px-4 py-12">
        <PageTitle>{locked ? 'Your wallet is locked' : 'We cannot open your wallet'}</PageTitle>
        <p role="alert" className="text-ink-2">
          {locked
            ? 'Unlocking needs a connection, and you are offline. Connect to the internet, then try again. Your money is untouched.'
            : messageOf(error)}
        </p>
        <Button wide onClick={() => void onTryAgain()}>
          Try again
        </Button>
      </main>
    </>
  )
}
