import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsoleMe } from '#contract/console/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ME } from './console-queries.ts'
import { Entrance } from './entrance.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { askAndSign } from './sign.ts'

/** Replaces whatever screen was open when the console locked. */
export function LockScreen({ me }: { me: ConsoleMe }) {
  const queries = useQueryClient()
  const unlock = useMutation({
    mutationFn: async () => await askAndSign<void>('/api/admin/unlock'),
    onSuccess: () => queries.refetchQueries({ queryKey: ME }),
  })
  return (
    <Entrance title="The console is locked">
      <p className="text-ink-2">
        Signed in as {me.operator.name}. The console locks 10 minutes after the last touch. Your passkey opens it again.
      </p>
      <ErrorNotice error={unlock.error} />
      <Button wide busy={unlock.isPending && 'Waiting for your passkey…'} onClick={() => unlock.mutate()}>
        Unlock with a passkey
      </Button>
      <LogOutButton />
    </Entrance>
  )
}
