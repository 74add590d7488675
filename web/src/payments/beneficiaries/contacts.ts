import { readTypedPhone } from '#contract/phones.ts'

/** The phone's contacts: https://w3c.github.io/contact-picker. The page gets only what the person chooses there. */
type ContactsManager = {
  select(properties: readonly ['name', 'tel'], options: { multiple: false }): Promise<readonly Contact[]>
}
type Contact = { readonly name?: readonly string[]; readonly tel?: readonly string[] }

export type PickedContact = { readonly phone: string; readonly name: string }

/** Null in a browser without it. */
export function contactsOf(of: object): ContactsManager | null {
  return 'contacts' in of && of.contacts !== null && typeof of.contacts === 'object' && 'select' in of.contacts
    ? (of.contacts as ContactsManager)
    : null
}

/** Null when nobody, or nobody with a number, was chosen. */
export async function pickContact(contacts: ContactsManager): Promise<PickedContact | null> {
  // Closing the list counts as a failure there; it needs no message.
  const [contact] = await contacts.select(['name', 'tel'], { multiple: false }).catch(() => [])
  const numbers = contact?.tel ?? []
  const phone = numbers.find((each) => readTypedPhone(each) !== null) ?? numbers[0]
  return phone === undefined ? null : { phone, name: contact?.name?.[0] ?? '' }
}
