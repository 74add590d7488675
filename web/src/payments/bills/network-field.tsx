import type { Network } from '#contract/purchases.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { useIsFrame } from '#web/ui/frame.ts'
import { Mark } from '#web/ui/mark.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useNetworks } from './get-networks.ts'
import type { KnownNetwork } from './network-choice.ts'

/** Says where the network comes from, unless the person tapped it. */
const HINTS: Readonly<Partial<Record<NonNullable<KnownNetwork['why']>, string>>> = {
  number: 'Suggested from the number. Ported? Choose another.',
  saved: 'Saved with this number.',
}

type NetworkFieldProps = {
  known: KnownNetwork
  onChoose: (network: Network) => void
  error?: string | undefined
}

export function NetworkField({ known: { network, why }, onChoose, error }: NetworkFieldProps) {
  const { data: networks, error: readError, refetch } = useNetworks()
  if (useIsFrame()) return <div className="min-h-26" />
  if (networks === undefined && readError !== null)
    return (
      <Notice tone="bad" role="alert">
        <p>We could not load the list of networks. {messageOf(readError)}</p>
        <Button tone="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    )
  if (networks === undefined)
    return (
      <p role="status" className="flex min-h-26 items-center gap-2 text-ink-2">
        <Spinner /> Loading the networks…
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
      hint={why === null ? undefined : HINTS[why]}
      error={error}
    />
  )
}
