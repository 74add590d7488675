import type { Beneficiary } from '#contract/beneficiaries.ts'
import { maskNumber } from '#contract/masks.ts'
import { formatPhone } from '#contract/phones.ts'
import { groupAccountNumber } from '#web/lib/format.ts'

type Words = { readonly name: string; readonly detail: string }

/** How a saved recipient is called: a name or a number, and where that is. */
export function wordsOf(saved: Beneficiary): Words {
  return wordsWith(saved, { account: groupAccountNumber, phone: formatPhone, customer: (number) => number })
}

/**
 * The same in a list, where others may look on: of numbers that belong to a name the last four digits. A phone number has no other
 * name, and half of it would tell no two apart.
 */
export function listWordsOf(saved: Beneficiary): Words {
  return wordsWith(saved, { account: maskNumber, phone: formatPhone, customer: maskNumber })
}

type Numbers = Readonly<Record<'account' | 'phone' | 'customer', (number: string) => string>>

function wordsWith(saved: Beneficiary, show: Numbers): Words {
  switch (saved.kind) {
    case 'bank': {
      const { accountName, accountNumber, bankName } = saved.details
      return { name: accountName, detail: `${show.account(accountNumber)} · ${bankName}` }
    }
    case 'phone':
      return { name: show.phone(saved.details.phone), detail: saved.details.networkName }
    case 'meter': {
      const { customerName, meterNumber, billerName } = saved.details
      return { name: customerName, detail: `${show.customer(meterNumber)} · ${billerName}` }
    }
    case 'smartcard': {
      const { customerName, smartcardNumber, billerName } = saved.details
      return { name: customerName, detail: `${show.customer(smartcardNumber)} · ${billerName}` }
    }
  }
}
