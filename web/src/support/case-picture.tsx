import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseMessage, CasePicture as Picture } from '#contract/support.ts'
import { apiFile } from '#web/lib/api.ts'
import { toDataAddress } from '#web/lib/data-address.ts'
import { useSavesData } from '#web/lib/use-saves-data.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { ShownPicture } from '#web/ui/pictures/shown-picture.tsx'

type CasePictureProps = { readonly picture: Picture; readonly from: CaseMessage['from'] }

/** A picture of a report's message. Read once, and never in the browser's cache. */
export function CasePicture({ picture, from }: CasePictureProps) {
  const saves = useSavesData()
  const [wanted, setWanted] = useState(false)
  const isRead = wanted || !saves
  const { data, error, refetch } = useQuery({
    queryKey: ['case-picture', picture.id],
    queryFn: async ({ signal }) =>
      await toDataAddress(await apiFile(`/api/case-pictures/${encodeURIComponent(picture.id)}`, signal)),
    enabled: isRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isRead)
    return (
      <Button tone="quiet" onClick={() => setWanted(true)}>
        Show picture
      </Button>
    )
  if (error !== null)
    return (
      <div className="flex flex-col items-start gap-2">
        <ErrorNotice error={error} />
        <Button tone="quiet" onClick={() => void refetch()}>
          Show picture
        </Button>
      </div>
    )
  return (
    <ShownPicture picture={picture} src={data} name={from === 'you' ? 'Picture from you' : 'Picture from support'} />
  )
}
