import { useState } from 'react'
import { type NoticeBody, SET_BANK_NOTICE } from '#contract/acts/set-bank-notice.ts'
import { BANK_NAME_MAX_LENGTH, BANK_NOTICE_MAX_LENGTH } from '#contract/console/limits.ts'
import { HoursTiles, type SettingHours } from '#web/console/hours-tiles.tsx'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceSheet } from '#web/ui/choice-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { useBankNames } from './get-bank-names.ts'
import { StartField } from './start-field.tsx'

type NoticeSheetProps = {
  readonly banks: ReturnType<typeof useBankNames>
  readonly source: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** First the bank, then a form that is already filled in. */
export function NoticeSheet({ banks, source, onClose, onDone }: NoticeSheetProps) {
  const [bank, setBank] = useState<string | null>(null)
  if (bank !== null) return <NoticeForm chosen={bank} source={source} onClose={onClose} onDone={onDone} />
  return (
    <ChoiceSheet
      title="Which bank?"
      nouns={{ one: 'bank', many: 'banks' }}
      list={{
        data: banks.data?.banks.map((name) => ({ id: name, name })),
        error: banks.error,
        refetch: banks.refetch,
      }}
      chosenId={null}
      onChoose={setBank}
      onClose={onClose}
    >
      <Button tone="quiet" onClick={() => setBank('')}>
        It is not on the list
      </Button>
    </ChoiceSheet>
  )
}

type NoticeFormProps = Omit<NoticeSheetProps, 'banks'> & { readonly chosen: string }

function NoticeForm({ chosen, source: usual, onClose, onDone }: NoticeFormProps) {
  const [bank, setBank] = useState(chosen)
  const [typed, setTyped] = useState<string | null>(null)
  const [source, setSource] = useState(usual)
  const [hours, setHours] = useState<SettingHours>('2')
  const [from, setFrom] = useState('')
  const meaning = typed ?? meaningFor(bank)
  return (
    <ProposeSheet
      title="Put up a bank notice"
      path={SET_BANK_NOTICE.path}
      body={() => ({ bank, meaning, source, hours, from }) satisfies NoticeBody}
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="Bank"
        required
        minLength={2}
        maxLength={BANK_NAME_MAX_LENGTH}
        value={bank}
        onChange={({ target }) => setBank(target.value)}
      />
      <HoursTiles legend="How long it stays up" hours={hours} onChoose={setHours} />
      <TextArea
        label="What customers read"
        rows={3}
        required
        minLength={10}
        maxLength={BANK_NOTICE_MAX_LENGTH}
        value={meaning}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Field
        label="Who reports it"
        hint="Customers read this as the source."
        required
        minLength={2}
        maxLength={BANK_NAME_MAX_LENGTH}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
      <StartField from={from} onChange={setFrom} />
    </ProposeSheet>
  )
}

function meaningFor(bank: string): string {
  return `We hear of problems at ${bank.trim() || 'this bank'}. A transfer from there may be late or fail. You can pay from another bank.`
}
