import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsoleCase } from '#contract/console/cases.ts'
import type { CasePicture } from '#contract/support.ts'
import { readFile } from '#web/console/call.ts'
import { ReasonSheet } from '#web/console/customers/reason-sheet.tsx'
import { useConsoleMe } from '#web/console/get-me.ts'
import { toDataAddress } from '#web/lib/data-address.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ShownPicture } from '#web/ui/pictures/shown-picture.tsx'

type MessagePicturesProps = {
  readonly customer: NonNullable<ConsoleCase['customer']>
  readonly pictures: readonly CasePicture[]
  /** How many more were sent and are no longer stored. */
  readonly removed: number
  readonly onOpened: () => void
}

/** The pictures of one message, which an operator sees after a reason that opens the customer. */
export function MessagePictures({ customer, pictures, removed, onOpened }: MessagePicturesProps) {
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const me = useConsoleMe().data
  const isOpen = customer.openForMs !== null
  const count = pictures.length === 1 ? '1 picture' : `${pictures.length} pictures`
  return (
    <>
      {pictures.length === 0 ? null : shown && isOpen ? (
        <div className="flex flex-wrap gap-2 pt-2">
          {pictures.map((picture) => (
            <Picture key={picture.id} picture={picture} />
          ))}
        </div>
      ) : (
        <div className="pt-2">
          <Button tone="quiet" onClick={() => (isOpen ? setShown(true) : setAsking(true))}>
            {isOpen ? `Show ${count}` : `Give a reason to see ${count}`}
          </Button>
        </div>
      )}
      {removed === 0 ? null : <p className="pt-1 text-caption text-ink-2">{`Pictures no longer stored: ${removed}`}</p>}
      {asking && me ? (
        <ReasonSheet
          customerId={customer.id}
          role={me.operator.role}
          onClose={() => setAsking(false)}
          onOpened={() => {
            setAsking(false)
            onOpened()
          }}
        />
      ) : null}
    </>
  )
}

function Picture({ picture }: { readonly picture: CasePicture }) {
  const { data, error } = useQuery({
    queryKey: ['case-picture', picture.id],
    queryFn: async ({ signal }) =>
      await toDataAddress(await readFile(`/api/admin/case-pictures/${encodeURIComponent(picture.id)}`, signal)),
    gcTime: 0,
    retry: false,
  })
  if (error !== null) return <ErrorNotice error={error} />
  return <ShownPicture picture={picture} src={data} name="Picture in this case" />
}
