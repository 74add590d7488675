import type { Network, Plan } from '#contract/purchases.ts'
import { useBundles } from './get-bundles.ts'
import { PlanField } from './plan-field.tsx'

type BundleFieldProps = {
  network: Network | null
  chosen: Plan | null
  onChoose: (bundle: Plan) => void
  error: string | undefined
}

/** A data bundle of the chosen network. */
export function BundleField({ network, ...field }: BundleFieldProps) {
  return (
    <PlanField
      {...field}
      label="Data Bundle"
      nouns={{ one: 'bundle', many: 'bundles' }}
      list={useBundles(network)}
      needs={network === null ? 'Choose the network first' : null}
    />
  )
}
