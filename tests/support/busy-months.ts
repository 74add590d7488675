import type { DatabaseKind } from './databases.ts'
import { startJara, type TestJara } from './jara.ts'
import { fundingOf } from './money-in.ts'
import type { Person } from './person.ts'
import { airtime, BILL_FORMS, buyByTransfer, giveBack, payInto } from './purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

export type BusyMonths = { readonly jara: TestJara; readonly ada: Person }

/** Signs in again on the same device, since sessions end after a day. */
export async function signInAgain(person: Person): Promise<void> {
  const { email, password, device } = person
  const answer = await person.call('POST', '/api/sessions', {
    email,
    password,
    device: { publicKey: device.publicKey },
  })
  if (answer.status >= 300) throw new Error(`sign-in: ${JSON.stringify(answer.body)}`)
}

/**
 * Ada Obi's November and December with everything that moves money: the grant on 21 November, and payments that are
 * proved, fail, come back, are proved a month after approval, or fail and are paid after all. Also a BPC by bank
 * transfer, paid exactly and overpaid, one BPC returned, and one payment still pending. The clock ends on 10 December.
 */
export async function busyMonths(kind: DatabaseKind): Promise<BusyMonths> {
  const jara = await startJara(kind)
  const ada = await jara.person('Ada Obi')
  await november({ jara, ada })
  await december({ jara, ada })
  return { jara, ada }
}

async function november({ jara, ada }: BusyMonths): Promise<void> {
  const step = () => jara.pass(2 * SECOND_MS)
  jara.clock.advance(SECOND_MS)
  await ada.withdraw(1_000_000n)
  await step()
  await ada.buy(airtime())
  await step()
  await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
  await ada.withdraw(2_000_000n)
  await step()
  const { account } = await fundingOf(ada)
  await jara.sandbox.payIn({
    accountNumber: account?.accountNumber ?? '',
    amountKobo: '2500050',
    senderName: '=MUSA "BELLO"',
  })
  await jara.settle()
  await payInto(jara, await buyByTransfer(jara, ada), 660_000n)
  await step()
  await payInto(jara, await buyByTransfer(jara, ada))
  await step()
  // Approved before midnight on 30 November in Lagos, proved after it.
  jara.clock.set(new Date('2026-11-30T22:58:00.000Z'))
  await jara.settle()
  await signInAgain(ada)
  await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  const acrossMonths = await ada.withdraw(3_000_000n)
  await ada.buy(BILL_FORMS.electricity(1))
  await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  const failsLater = await ada.withdraw(400_000n)
  await step()
  jara.clock.set(new Date('2026-11-30T23:05:00.000Z'))
  await jara.sandbox.decide(acrossMonths.reference, 'success')
  await jara.sandbox.decide(failsLater.reference, 'failed')
  await step()
}

async function december({ jara, ada }: BusyMonths): Promise<void> {
  const step = () => jara.pass(2 * SECOND_MS)
  await ada.unlock()
  const comesBack = await ada.withdraw(1_500_000n)
  await step()
  await jara.sandbox.decide(comesBack.reference, 'reversed')
  await step()
  const { boughtBpcId } = await ada.buyBpc('wallet')
  await step()
  await giveBack(ada, boughtBpcId)
  jara.clock.set(new Date('2026-12-10T09:00:00.000Z'))
  await jara.settle()
  await signInAgain(ada)
  await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-fail' })
  const late = await ada.buy(airtime({ amountKobo: '200000' }))
  await jara.pass(5 * SECOND_MS)
  await jara.sandbox.decideDelivery((await ada.order(late.id)).reference, 'delivered')
  jara.clock.advance(11 * MINUTE_MS)
  await jara.settle()
  await ada.unlock()
  await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  await ada.withdraw(700_000n)
  await step()
}
