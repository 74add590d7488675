import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useSignOut } from './sign-out.ts'

/** Asks before it logs out: text typed on the screen would be lost. */
export function LogOutButton() {
  const signOut = useSignOut()
  const [asking, setAsking] = useState(false)
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <>
      <button
        type="button"
        aria-label="Log out"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="grid size-[48px] place-items-center rounded-control text-ink-2"
      >
        <LogOut aria-hidden size={22} />
      </button>
      {asking ? (
        <Sheet title="Log out?" onClose={() => setAsking(false)} busy={signOut.isPending}>
          <div className="flex flex-col gap-2 pt-1">
            <p className="pb-2 text-ink-2">
              Anything you typed on this page but did not send will be lost. Payments you approved continue. To come
              back, sign in again.
            </p>
            <Button
              wide
              busy={signOut.isPending && 'Logging out…'}
              onClick={() => signOut.mutate({ forget: false }, { onError })}
            >
              Log out
            </Button>
            <Button tone="quiet" wide disabled={signOut.isPending} onClick={() => setAsking(false)}>
              Stay
            </Button>
          </div>
        </Sheet>
      ) : null}
    </>
  )
}
