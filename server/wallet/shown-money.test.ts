import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { books, startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime, giveBack } from '#tests/support/purchases.ts'
import { readWallet } from './read-wallet.ts'

describe.each(featureDatabases)('the money a person is shown, on %s', (kind) => {
  let jara: TestJara
  let ada: Person

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
  })
  afterEach(() => jara.close())

  /** Expects the amounts shown to be the sums of what was posted, account by account. */
  async function expectShownIsPosted(): Promise<void> {
    const { availableKobo, heldKobo } = await ada.wallet()
    const posted = await books(jara, `user:${ada.id}:available`, `user:${ada.id}:held`)
    expect([availableKobo, heldKobo]).toEqual(posted.map(String))
  }

  it('is what was posted, after each thing that moves money', async () => {
    await expectShownIsPosted()
    const { account } = await fundingOf(ada)
    const moves = [
      () => ada.withdraw(150_000n),
      () => jara.pass(2_000),
      () => jara.sandbox.fault({ operation: 'transfer', fault: 'decline' }).then(() => ada.withdraw(250_000n)),
      () => jara.pass(2_000),
      () => ada.buy(airtime()),
      () => jara.settle(),
      () => jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '70001' }),
      () => jara.settle(),
      () => ada.buyBpc('wallet').then((order) => giveBack(ada, order.boughtBpcId)),
    ]
    for (const move of moves) {
      await move()
      await expectShownIsPosted()
    }
  })

  it('is nothing where nothing was posted, with no bonus, promotion or demonstration in it', async () => {
    const nobody = await readWallet(jara.deps, `usr_${'0'.repeat(26)}` as Parameters<typeof readWallet>[1])
    expect(nobody).toMatchObject({ availableKobo: '0', heldKobo: '0', spentTodayKobo: '0', recent: [] })
    const grants = await jara.database.query('select kind from ledger_transfers where user_id = $1', [ada.id])
    expect(grants).toEqual([{ kind: 'grant' }])
    expect((await books(jara, 'equity:sandbox'))[0]).toBe(-20_000_000n)
  })
})

const WEB = path.join(import.meta.dirname, '../../web/src')

it('no screen formats naira on its own', () => {
  const files = fs
    .readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(100)
  const written = files.flatMap((name) => {
    const code = fs.readFileSync(path.join(WEB, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    // An amount in a literal, or a formatted one that was never read; `₦0` alone only loads a glyph.
    const found = code.match(
      /₦\s?\d[\d,.]+|formatNaira\w*\(\s*(kobo\()?\d[^)]*\)|(available|held|balance)Kobo: ['"\d]/g,
    )
    return (found ?? []).map((text) => `${name}: ${text}`)
  })
  expect(written).toEqual([])
})
