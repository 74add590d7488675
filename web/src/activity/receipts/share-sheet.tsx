import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, ImageDown, Link2, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatNaira } from '#contract/money.ts'
import { STATUS_WORDS } from '#contract/receipt-text.ts'
import { messageOf } from '#web/lib/api.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.ts'
import { drawReceipt } from './draw-receipt.ts'
import { issueReceipt, type OwnReceipt } from './get-receipt.ts'

type Made = OwnReceipt & { readonly picture: File }

/** The receipt as a picture, and as a link to its public page with the current status. */
export default function ShareSheet({ transactionId, onClose }: { transactionId: string; onClose: () => void }) {
  const queryKey = ['transaction', transactionId, 'picture']
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => make(transactionId),
    staleTime: freshFor(0),
    gcTime: 0,
  })
  const names = useMutation({
    // One after the other: the last tap wins.
    scope: { id: transactionId },
    mutationFn: (showsNames: boolean) => make(transactionId, showsNames),
    onSuccess: (made) => queryClient.setQueryData(queryKey, made),
    onError: (problem) => showToast(messageOf(problem), { tone: 'bad' }),
  })
  return (
    <Sheet title="Share receipt" onClose={onClose}>
      <div className="flex flex-col gap-3 pb-1">
        {data === undefined && error === null ? (
          <p role="status" className="flex min-h-[50dvh] items-center justify-center gap-2 text-ink-2">
            <Spinner /> Drawing the receipt…
          </p>
        ) : null}
        {error === null || data !== undefined ? null : (
          <>
            <Notice tone="bad" role="alert">
              {messageOf(error)}
            </Notice>
            <Button tone="quiet" wide onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
        {data === undefined ? null : <Preview {...data} />}
        {data === undefined || data.showsNames === null ? null : (
          <Switch
            label="Show full names"
            isOn={names.isPending ? names.variables : data.showsNames}
            saving={names.isPending}
            onChange={names.mutate}
          />
        )}
        {data === undefined ? null : <Ways made={data} />}
      </div>
    </Sheet>
  )
}

async function make(transactionId: string, setNames?: boolean): Promise<Made> {
  const { receipt, showsNames } = await issueReceipt(transactionId, setNames)
  const name = ['receipt', receipt.mode === 'sandbox' ? 'sandbox' : '', receipt.code.slice(0, 6)]
    .filter(Boolean)
    .join('-')
  return { receipt, showsNames, picture: new File([await drawReceipt(receipt)], `${name}.png`, { type: 'image/png' }) }
}

function Ways({ made: { receipt, picture, showsNames } }: { made: Made }) {
  const canSharePicture = 'canShare' in navigator && navigator.canShare({ files: [picture] })
  const canShareLink = 'share' in navigator
  const text = `${receipt.title} ${formatNaira(BigInt(receipt.amountKobo))}, ${STATUS_WORDS[receipt.status].toLowerCase()}`
  return (
    <>
      {canSharePicture ? (
        <Button wide onClick={() => void share({ files: [picture] })}>
          <Share2 aria-hidden size={18} /> Share picture
        </Button>
      ) : null}
      <Button tone={canSharePicture ? 'quiet' : 'filled'} wide onClick={() => saveFile(picture, picture.name)}>
        <ImageDown aria-hidden size={18} /> Save picture
      </Button>
      {canShareLink ? (
        <Button tone="quiet" wide onClick={() => void share({ title: text, url: receipt.url })}>
          <Link2 aria-hidden size={18} /> Share link
        </Button>
      ) : null}
      <Button tone={canShareLink ? 'plain' : 'quiet'} wide onClick={() => void copyText('Link', receipt.url)}>
        <Copy aria-hidden size={18} /> Copy link
      </Button>
      <p className="text-caption text-ink-3">
        Anyone with the picture or the link can see the status of this payment,{' '}
        {showsNames === true
          ? 'with full names, until you turn them off here. A picture that you have sent keeps them.'
          : 'with names and numbers partly hidden.'}{' '}
        Nobody sees your balance.
      </p>
    </>
  )
}

/** Closing the device's own share sheet is not an error. */
async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast('Your device did not share it. Save the picture or copy the link instead.', { tone: 'bad' })
  }
}

function Preview({ receipt, picture }: Pick<Made, 'receipt' | 'picture'>) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  const what = `${receipt.title}, ${formatNaira(BigInt(receipt.amountKobo))}, ${STATUS_WORDS[receipt.status]}`
  return (
    <div className="flex h-[50dvh] justify-center rounded-card bg-sunken p-3">
      {address === null ? null : (
        <img src={address} alt={`The receipt as a picture: ${what}`} className="h-full max-w-full object-contain" />
      )}
    </div>
  )
}
