import { useMutation, useQuery } from '@tanstack/react-query'
import type { DecisionOptions, PendingRequest } from '#contract/console/operators.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { call } from './call.ts'
import { signAndSend } from './sign.ts'
import { Terms } from './terms.tsx'

type ConfirmSheetProps = {
  readonly request: PendingRequest
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Exactly what another operator asked for, and the passkey that confirms it. */
export function ConfirmSheet({ request, onClose, onDone }: ConfirmSheetProps) {
  const path = `/api/admin/requests/${request.id}/confirm`
  const asked = useQuery({
    queryKey: ['confirm', request.id],
    queryFn: async () => await call<DecisionOptions>('POST', `${path}/options`),
    gcTime: 0,
  })
  const send = useMutation({
    mutationFn: async (options: DecisionOptions) => await signAndSend<void>(path, options),
    onSuccess: onDone,
    // What was signed is used up: a new try needs a new challenge.
    onError: () => void asked.refetch(),
  })
  const { data } = asked
  return (
    <Sheet title="Confirm a request" onClose={onClose} busy={send.isPending}>
      <ErrorNotice error={asked.error} />
      {data === undefined ? null : (
        <Terms terms={data.terms} error={send.error} busy={send.isPending} onSign={() => send.mutate(data)} />
      )}
    </Sheet>
  )
}
