import type { Beneficiary } from '#contract/beneficiaries.ts'
import { formatPhone } from '#contract/phones.ts'
import { groupAccountNumber } from '../../lib/format.ts'

/** How a saved recipient is called: a name or a number, and where that is. */
export function wordsOf(saved: Beneficiary): { readonly name: string; readonly detail: string } {
  switch (saved.kind) {
    case 'bank': {
      const { accountName, accountNumber, bankName } = saved.details
      return { name: accountName, detail: `${groupAccountNumber(accountNumber)} · ${bankName}` }
    }
    case 'phone':
      return { name: formatPhone(saved.details.phone), detail: saved.details.networkName }
    case 'meter': {
      const { customerName, meterNumber, billerName } = saved.details
      return { name: customerName, detail: `${meterNumber} · ${billerName}` }
    }
    case 'smartcard': {
      const { customerName, smartcardNumber, billerName } = saved.details
      return { name: customerName, detail: `${smartcardNumber} · ${billerName}` }
    }
  }
}
