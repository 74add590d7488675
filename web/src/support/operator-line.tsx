import type { Installation } from '#contract/installation.ts'

/** The operator of this installation, if they give a name. */
export function OperatorLine({ operator }: { operator: Installation['operator'] }) {
  if (operator === null) return null
  return (
    <p className="text-small text-ink-2">
      This wallet is run by {operator.name}
      {operator.licence === null ? '' : `, licence ${operator.licence}`}.
    </p>
  )
}
