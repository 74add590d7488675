import type { Bank } from '#contract/banks.ts'
import { type Choice, ChoiceSheet } from '#web/ui/choice-sheet.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { useBanks } from './get-banks.ts'

type BankSheetProps = { chosen: Bank | null; onChoose: (bank: Bank) => void; onClose: () => void }

export function BankSheet({ chosen, onChoose, onClose }: BankSheetProps) {
  const { data: banks, error, refetch } = useBanks()

  function choose(code: string) {
    const bank = banks?.find((each) => each.code === code)
    if (bank !== undefined) onChoose(bank)
  }

  return (
    <ChoiceSheet
      title="Choose the bank"
      nouns={{ one: 'bank', many: 'banks' }}
      list={{ data: banks?.map(choiceOf), error, refetch }}
      chosenId={chosen?.code ?? null}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

function choiceOf({ code, name, open, reason = 'Closed' }: Bank): Choice {
  return { id: code, name, lead: <Mark names={[name]} />, ...(open ? {} : { closed: reason }) }
}
