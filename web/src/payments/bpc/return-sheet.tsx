import type { BpcCode } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { ProveAgainSheet } from '#web/identity/security/prove-again.tsx'
import { isRefusal, messageOf, UnansweredError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useReturnCode } from './return-code.ts'

/** Asks once, in plain words, before a code is given back. */
export function ReturnSheet({ code, onClose }: { code: BpcCode; onClose: () => void }) {
  const giveBack = useReturnCode()
  const price = formatNairaShort(BPC_PRICE_KOBO)

  function confirm() {
    giveBack.mutate(code.id, {
      onSuccess: () => {
        onClose()
        showToast('BPC code returned', { tone: 'good', text: `${price} is back in your wallet.` })
      },
    })
  }

  if (isRefusal(giveBack.error, 'pin.needed'))
    return <ProveAgainSheet title="Return this BPC" onProved={confirm} onClose={onClose} />
  return (
    <Sheet title="Return this BPC?" onClose={onClose} busy={giveBack.isPending}>
      <p className="font-head text-h2 font-semibold tabular">{code.code}</p>
      <p className="py-3 text-ink-2">
        {price} goes back to your wallet at once. The code then stops working: no better prices, no higher limit. Other
        BPCs you hold stay as they are.
      </p>
      {giveBack.isError ? (
        <div className="pb-3">
          <Notice tone="bad" role="alert">
            {giveBack.error instanceof UnansweredError
              ? 'We could not reach Jara, so we do not know whether the code was returned. Your list of codes shows it as soon as it can be read.'
              : messageOf(giveBack.error)}
          </Notice>
        </div>
      ) : null}
      <div className="flex flex-col gap-2">
        <Button tone="danger" wide busy={giveBack.isPending && 'Returning…'} onClick={confirm}>
          Return for {price}
        </Button>
        <Button tone="quiet" wide disabled={giveBack.isPending} onClick={onClose}>
          Keep it
        </Button>
      </div>
    </Sheet>
  )
}
