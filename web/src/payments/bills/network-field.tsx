import { suggestNetwork } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useIsFrame } from '#web/ui/frame.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNetworks } from './get-networks.ts'

/** The network the person chose, or until then the one the number was first given by. */
export function networkOf(of: { chosen: Network | null; phone: string }): Network | null {
  return of.chosen ?? suggestNetwork(of.phone)
}

type NetworkFieldProps = {
  network: Network | null
  /** True while nobody has chosen it. */
  suggested: boolean
  onChoose: (network: Network) => void
  error?: string | undefined
}

export function NetworkField({ network, suggested, onChoose, error }: NetworkFieldProps) {
  const { data: networks, error: readError, refetch } = useNetworks()
  if (useIsFrame()) return <div className="min-h-26" />
  if (networks === undefined && readError !== null)
    return (
      <Notice tone="bad" role="alert">
        <p>We could not read the list of networks. {messageOf(readError)}</p>
        <Button tone="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (networks === undefined)
    return (
      <p role="status" className="flex min-h-26 items-center gap-2 text-ink-2">
        <Spinner /> Reading the networks…
      </p>
    )
  return (
    <RadioTiles
      legend="Network"
      isLegendHidden
      options={networks}
      chosen={network}
      lead={(name) => <Mark names={[name]} size="tiny" />}
      onChoose={onChoose}
      hint={network !== null && suggested ? 'Suggested from the number. Ported? Choose another.' : undefined}
      error={error}
    />
  )
}
