import type { Biller } from '#contract/purchases.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { type Choice, ChoiceSheet } from '#web/ui/choice-sheet.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { useBillers } from './get-billers.ts'

type BillerFieldProps = {
  of: 'electricity' | 'tv'
  label: string
  chosen: Biller | null
  onChoose: (biller: Biller) => void
  error?: string | undefined
}

export function BillerField({ of, label, chosen, onChoose, error }: BillerFieldProps) {
  const { data, error: readError, refetch } = useBillers()
  return (
    <ChoiceField label={label} placeholder="Choose" chosen={chosen?.name ?? null} error={error}>
      {(close) => (
        <ChoiceSheet
          title="Choose the company"
          nouns={{ one: 'company', many: 'companies' }}
          list={{ data: data?.[of].map(withMark), error: readError, refetch }}
          chosenId={chosen?.id ?? null}
          onClose={close}
          onChoose={(id) => {
            const biller = data?.[of].find((each) => each.id === id)
            if (biller !== undefined) onChoose(biller)
            close()
          }}
        />
      )}
    </ChoiceField>
  )
}

function withMark({ id, name }: Biller): Choice {
  return { id, name, lead: <Mark names={[name]} look="family-sun" /> }
}
