import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { faultTransfer, oldCode } from '#tests/support/endings.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'

const [ADA, BAYO] = ['Ada Obi', 'Bayo Ade']
const WHY = 'They bought it twice by mistake.'

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('npm run orders', () => {
  let dataFolder: string
  let fresh: FreshDatabase
  let product: Product
  let bola: Person
  let env: Record<string, string>
  beforeAll(async () => {
    dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-orders-'))
    fresh = await freshDatabase('postgres')
    product = await startProduct({ dataFolder, databaseUrl: fresh.url })
    bola = await joinAs(product.url, 'Bola Customer')
    env = { DATA_DIR: dataFolder, DATABASE_URL: fresh.url ?? '' }
    await bringIn(env, ADA, BAYO)
  })
  afterAll(async () => {
    await product.close()
    await fresh.drop()
    fs.rmSync(dataFolder, { recursive: true, force: true })
  })

  const runBy = (by: string, ...args: string[]) => runCommand('orders', env, [...args, '--by', by], passphraseOf(by))
  const reaches = async (id: string, state: string) =>
    await expect.poll(async () => (await bola.order(id)).state).toBe(state)
  const requestIn = (out: string) => out.match(/orq_\w+/)?.[0] ?? ''

  it('refunds a BPC by two people: the second first reads what it posts, and it happens once', async () => {
    const order = await oldCode(fresh, bola)
    const short = await runBy(ADA, 'refund-bpc', order.id, '--text', 'Because')
    expect([short.code, short.err]).toEqual([1, expect.stringContaining('why has between 10 and 300 characters')])
    const asked = await runBy(ADA, 'refund-bpc', order.id, '--text', WHY)
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('nothing is done yet')])
    const own = await runBy(ADA, 'confirm', requestIn(asked.out))
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('this takes two different people')])
    expect((await bola.order(order.id)).state).toBe('settled')
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([
      0,
      expect.stringContaining('Wallet of the customer, available: ₦193,500.00 → ₦200,000.00'),
    ])
    expect(confirmed.out).toContain(`reason: ${WHY}`)
    expect((await bola.order(order.id)).state).toBe('returned')
    expect((await runBy(BAYO, 'confirm', requestIn(asked.out))).err).toContain('it was confirmed already')
  })

  it('ends a review by two people, and only a review', async () => {
    // The first transfer in this product: a webhook about an earlier, settled one could use up this fault.
    await faultTransfer({ sandbox: openSandboxControl(product.sandboxUrl) })
    const order = await bola.withdraw(150_000n)
    await reaches(order.id, 'manual_review')
    const { id: settled } = await bola.withdraw(20_000n)
    await reaches(settled, 'settled')
    const words = ['end-review', order.id, '--text', 'The bank confirmed it in writing.']
    expect((await runBy(ADA, ...words, '--outcome', 'maybe')).err).toContain('Say paid or not-paid')
    const other = words.with(1, settled)
    expect((await runBy(ADA, ...other, '--outcome', 'paid')).err).toContain('it is not in manual review')
    const asked = await runBy(ADA, ...words, '--outcome', 'not-paid')
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out, confirmed.err]).toEqual([
      0,
      expect.stringContaining('Wallet of the customer, held: ₦1,510.00 → ₦0.00'),
      expect.anything(),
    ])
    expect(await bola.order(order.id)).toMatchObject({ state: 'released', endedByTeam: true })
  })

  it('refuses to credit a deposit that does not exist, and says what it can do', async () => {
    const credit = await runBy(ADA, 'credit-deposit', 'dep_x', '--customer', 'usr_x', '--text', 'The bank named them.')
    expect([credit.code, credit.err]).toEqual([1, expect.stringContaining('there is no such deposit')])
    const odd = await runBy(ADA, 'constructor')
    expect([odd.code, odd.err]).toEqual([
      2,
      expect.stringContaining('end-review, refund-bpc, credit-deposit or confirm?'),
    ])
  })
})
