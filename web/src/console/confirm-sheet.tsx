import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConfirmOptions } from '#contract/console/proposals.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { call } from './call.ts'
import { Postings } from './postings.tsx'
import { signAndSend } from './sign.ts'
import { Terms } from './terms.tsx'

type ConfirmSheetProps = {
  readonly request: { readonly id: string }
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Exactly what another operator asked for, and the passkey that confirms it. */
export function ConfirmSheet({ request, onClose, onDone }: ConfirmSheetProps) {
  const path = `/api/admin/requests/${request.id}/confirm`
  const asked = useQuery({
    queryKey: ['confirm', request.id],
    queryFn: async () => await call<ConfirmOptions>('POST', `${path}/options`),
    gcTime: 0,
  })
  const send = useMutation({
    mutationFn: async (options: ConfirmOptions) => await signAndSend<void>(path, options, { shown: options.terms }),
    onSuccess: onDone,
    // The signed challenge is used up: a new try needs another.
    onError: () => void asked.refetch(),
  })
  const { data } = asked
  return (
    <Sheet title="Confirm a request" onClose={onClose} busy={send.isPending}>
      <ErrorNotice error={asked.error} />
      {data === undefined ? null : (
        <>
          <Details details={data.details} />
          <Postings postings={data.postings} />
          <Terms terms={data.terms} error={send.error} busy={send.isPending} onSign={() => send.mutate(data)} />
        </>
      )}
    </Sheet>
  )
}

/** Personal details and changing counts: shown to the operator who decides, and left out of the signed text. */
function Details({ details }: Pick<ConfirmOptions, 'details'>) {
  return (
    <dl className="text-small">
      {details.map(({ label, value }) => (
        <div key={label} className="py-1">
          <dt className="text-caption text-ink-2">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
