import { formatNairaShort } from '#contract/money.ts'
import type { Plan } from '#contract/purchases.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { ChoiceSheet } from '#web/ui/choice-sheet.tsx'

type PlanFieldProps = {
  label: string
  /** "bundle", "bundles" */
  nouns: { readonly one: string; readonly many: string }
  list: { data: readonly Plan[] | undefined; error: unknown; refetch: () => Promise<unknown> }
  chosen: Plan | null
  onChoose: (plan: Plan) => void
  /** What has to be chosen first; null when the list can be opened. */
  needs: string | null
  error?: string | undefined
}

/** Something with a fixed price from the provider's catalogue. */
export function PlanField({ label, nouns, list, chosen, onChoose, needs, error }: PlanFieldProps) {
  return (
    <ChoiceField
      label={label}
      placeholder={needs ?? `Choose the ${nouns.one}`}
      chosen={chosen?.name ?? null}
      trail={chosen === null ? undefined : priceOf(chosen)}
      disabled={needs !== null}
      error={error}
    >
      {(close) => (
        <ChoiceSheet
          title={`Choose the ${nouns.one}`}
          nouns={nouns}
          list={{ ...list, data: list.data?.map((plan) => ({ id: plan.id, name: plan.name, trail: priceOf(plan) })) }}
          chosenId={chosen?.id ?? null}
          onClose={close}
          onChoose={(id) => {
            const plan = list.data?.find((each) => each.id === id)
            if (plan !== undefined) onChoose(plan)
            close()
          }}
        />
      )}
    </ChoiceField>
  )
}

function priceOf({ amountKobo }: Plan): string {
  return formatNairaShort(BigInt(amountKobo))
}
