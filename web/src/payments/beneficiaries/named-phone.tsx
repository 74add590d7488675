import { UsersRound } from 'lucide-react'
import { readTypedPhone } from '#contract/phones.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'
import { contactsOf, type PickedContact, pickContact } from './contacts.ts'
import { type Naming, useBeneficiaries } from './get-beneficiaries.ts'

/** A number, and its owner's name for it; null until something is typed, while the saved name shows. */
export type NamedNumber = { readonly phone: string; readonly phoneName: string | null }

type NamedPhoneProps = NamedNumber & {
  onChange: (part: Partial<NamedNumber>) => void
  onPick: (contact: PickedContact) => void
  error?: string | undefined
}

/** The recipient: a number, and an optional name for the next time. */
export function NamedPhone({ phone, phoneName, onChange, onPick, error }: NamedPhoneProps) {
  const { data: saved = [] } = useBeneficiaries('phone')
  const known = saved.find(({ details }) => details.phone === readTypedPhone(phone))
  return (
    <FieldPair>
      <PhoneField phone={phone} onChange={(typed) => onChange({ phone: typed })} error={error} />
      <Field
        label="Name (optional)"
        autoComplete="off"
        maxLength={CUSTOMER_NAME_MAX_LENGTH}
        value={phoneName ?? known?.name ?? ''}
        onChange={(event) => onChange({ phoneName: event.target.value })}
        trail={<FromContacts onPick={onPick} />}
      />
    </FieldPair>
  )
}

/** The name to save with the purchase. */
export function namingOf({ phone, phoneName }: NamedNumber): Naming {
  const number = readTypedPhone(phone)
  return number === null || phoneName === null ? null : { phone: number, name: phoneName }
}

function FromContacts({ onPick }: Pick<NamedPhoneProps, 'onPick'>) {
  const contacts = contactsOf(navigator)
  if (contacts === null) return null
  return (
    <button
      type="button"
      aria-label="Choose from your contacts"
      onClick={async () => {
        const contact = await pickContact(contacts)
        if (contact !== null) onPick(contact)
      }}
      className="grid size-12 shrink-0 place-items-center rounded-control text-brand"
    >
      <UsersRound aria-hidden size={20} />
    </button>
  )
}
