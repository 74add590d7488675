import type { Beneficiary } from '#contract/beneficiaries.ts'
import { maskNumber } from '#contract/masks.ts'
import { formatPhone } from '#contract/phones.ts'
import { groupAccountNumber } from '#web/lib/format.ts'

type Words = { readonly name: string; readonly detail: string }

/** The words for a saved recipient: a name or a number, and the bank, network or company. */
export function wordsOf(saved: Beneficiary): Words {
  return wordsWith(saved, { account: groupAccountNumber, phone: formatPhone, customer: (number) => number })
}

/**
 * The same in a list, which others may see: a number with a proved name is cut to its last four digits. A phone number
 * is shown whole. It has no proved name, and two of them may be given the same name.
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
    case 'phone': {
      const { phone, networkName } = saved.details
      const number = show.phone(phone)
      if (saved.name === null) return { name: number, detail: networkName }
      return { name: saved.name, detail: `${number} · ${networkName}` }
    }
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
