import { ChevronDown } from 'lucide-react'
import { NETWORKS } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'

type NetworkSelectProps = {
  line: number
  network: Network | null
  onChoose: (network: Network) => void
}

const ALL = Object.keys(NETWORKS) as Network[]

/** The network of one line, if the list does not name it. */
export function NetworkSelect({ line, network, onChoose }: NetworkSelectProps) {
  return (
    <span className="relative inline-flex items-center self-start">
      <select
        aria-label={`Network of line ${line}`}
        value={network ?? ''}
        onChange={(event) => {
          const chosen = ALL.find((each) => each === event.target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
        className="min-h-12 appearance-none rounded-control border border-control bg-surface pr-9 pl-3 text-small font-medium"
      >
        {network === null ? <option value="">Choose</option> : null}
        {ALL.map((each) => (
          <option key={each} value={each}>
            {NETWORKS[each].name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={18} className="pointer-events-none absolute right-2.5 text-ink-3" />
    </span>
  )
}
