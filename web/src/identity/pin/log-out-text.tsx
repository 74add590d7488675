import { useSignOut } from '#web/identity/sign-in/sign-out.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'

/** Logs out at once, from a screen on which nothing is typed but a PIN. */
export function LogOutText() {
  const signOut = useSignOut()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <Button
      tone="plain"
      slim
      busy={signOut.isPending && 'Logging out…'}
      onClick={() => signOut.mutate({ forget: false }, { onError })}
    >
      Log out
    </Button>
  )
}
