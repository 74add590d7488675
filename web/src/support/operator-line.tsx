import type { Installation } from '#contract/installation.ts'

/** Who runs this installation, when the operator says so. */
export function OperatorLine({ operator }: { operator: Installation['operator'] }) {
  if (operator === null) return null
  return (
    <p className="text-small text-ink-2">
      This wallet is run by {operator.name}
      {operator.licence === null ? '' : `, licence ${operator.licence}`}.
    </p>
  )
}
