import { useId, useState } from 'react'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { FREEZE_REASONS, mayFreezeFor } from '#contract/console/freeze-reasons.ts'
import type { FreezeCustomerBody } from '#contract/console/freezes.ts'
import type { Role } from '#contract/console/roles.ts'
import { TEAM_FREEZE_KEEPS, TEAM_FREEZES } from '#contract/freeze-words.ts'
import { FREEZE_HEADINGS, type FreezeHeading } from '#contract/freezes.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type FreezeSheetProps = {
  readonly customer: Pick<CustomerAnswer, 'id' | 'frozenByTeam'>
  readonly role: Role
  readonly onClose: () => void
  readonly onDone: (sentence: string) => void
}

/** Freezes a customer's money out at once, and shows what they will read. */
export function FreezeSheet({ customer: { id: whose, frozenByTeam }, role, onClose, onDone }: FreezeSheetProps) {
  const [heading, setHeading] = useState<FreezeHeading | null>(null)
  const [reason, setReason] = useState('')
  const id = useId()
  const offered = FREEZE_HEADINGS.filter(
    (each) => mayFreezeFor(role, each) && (frozenByTeam === null || each !== 'wish'),
  )
  return (
    <ProposeSheet<void>
      title="Freeze money out"
      path="/api/admin/freezes"
      body={() => ({ whose, heading: heading ?? 'wish', reason }) satisfies FreezeCustomerBody}
      blocked={heading === null}
      onClose={onClose}
      onDone={() => onDone('Money out is frozen. The customer gets an email.')}
    >
      <p className="text-ink-2">
        Takes effect at once, without a second operator. Lifting it takes two, except that the owner can lift what they
        asked for.
      </p>
      <LabelledField id={id} label="Why">
        <Select
          id={id}
          required
          value={heading}
          options={offered.map((value) => ({ value, name: FREEZE_REASONS[value].name }))}
          nothing="Choose why"
          onChoose={setHeading}
        />
      </LabelledField>
      {heading === null ? null : (
        <p className="text-small text-ink-2">
          The customer reads: “{TEAM_FREEZES[heading].title}. {TEAM_FREEZE_KEEPS} {TEAM_FREEZES[heading].next}”
        </p>
      )}
      <ReasonField
        reason={reason}
        onChange={setReason}
        hint="Stored in the record for good. The customer does not see it."
      />
    </ProposeSheet>
  )
}
