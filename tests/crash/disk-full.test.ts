import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import type { Quote } from '#contract/orders.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { type Answered, joinAs, type Person, RECIPIENT, type Refusal } from '#tests/support/person.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'

const NO_ROOM = { code: 'server.no-room', message: ERRORS['server.no-room'].message }
const APPROVALS_MAX = 300
const SPEND_KOBO = 10_000n

describe.each(databaseKinds)('a full disk on %s', (kind) => {
  it('refuses money commands with the truth, shows what is there, and resumes when there is room', async () => {
    const { jara, ada } = await startWithBuyer(kind)
    const quote = await ada.quote(SPEND_KOBO)
    await jara.database.exec(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on order_steps for each row execute function no_room()`)
    const refused = await ada.approve(quote)
    expect({ status: refused.status, ...refused.body.error }).toMatchObject({ status: 503, ...NO_ROOM })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await ada.wallet()).toMatchObject({ availableKobo: '20000000', heldKobo: '0' })
    await jara.database.exec('drop trigger full_disk on order_steps; drop function no_room()')
    expect((await ada.approve(quote)).status).toBe(201)
    await jara.pass(2_000)
    await jara.close()
  })
})

describe('the disk under the embedded database', () => {
  let folder: string
  let product: Product
  let ada: Person
  /** Every order acknowledged on this disk. */
  const acknowledged: string[] = []
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-full-'))
    const disk = path.join(import.meta.dirname, '..', 'support', 'full-disk.ts')
    const settings = { NODE_OPTIONS: `--import ${disk}`, JARA_TEST_DISK: path.join(folder, 'disk') }
    product = await startProduct({ dataFolder: folder, databaseUrl: null, settings })
    ada = await joinAs(product.url, 'Ada Obi')
  })
  afterAll(async () => {
    await product.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  async function readiness(): Promise<unknown[]> {
    const answer = await fetch(`${product.url}/readyz`)
    return [answer.status, ((await answer.json()) as Partial<Refusal>).error?.code]
  }
  const diskIs = (says: 'full' | 'log-fails') => fs.writeFileSync(path.join(folder, 'disk'), says)
  const diskHasRoom = () => fs.rmSync(path.join(folder, 'disk'), { force: true })
  afterEach(diskHasRoom)

  async function expectAllThere(): Promise<void> {
    for (const id of acknowledged) expect((await ada.order(id)).id).toBe(id)
  }
  async function expectBooksToBalance(): Promise<void> {
    await product.kill('SIGTERM')
    const auditor = run('audit/main.ts', { ...product.env, NODE_OPTIONS: '' })
    expect({ code: await auditor.ended, said: auditor.output() }).toMatchObject({ code: 0 })
  }

  async function payUntilRefused(): Promise<Answered<Refusal> | null> {
    const body = { kind: 'withdrawal', ...RECIPIENT, amountKobo: SPEND_KOBO.toString() }
    for (let n = 0; n < APPROVALS_MAX; n++) {
      const quoted = await ada.call<{ quote: Quote } & Refusal>('POST', '/api/quotes', body)
      if (quoted.status !== 201) return quoted
      const approved = await ada.approve(quoted.body.quote)
      if (approved.status !== 201) return approved
      acknowledged.push(approved.body.order.id)
    }
    return null
  }

  it('when it is full, takes nothing that it cannot keep, and everything again when there is room', async () => {
    diskIs('full')
    const refused = await payUntilRefused()
    expect({ status: refused?.status, ...refused?.body.error }).toMatchObject({ status: 503, ...NO_ROOM })
    expect((await ada.call('GET', '/api/wallet')).status).toBe(200)
    await expect.poll(readiness).toEqual([503, 'server.no-room'])
    diskHasRoom()
    await expect.poll(readiness).toEqual([200, undefined])
    acknowledged.push((await ada.withdraw(SPEND_KOBO)).id)
    await expectAllThere()
  })

  it('when its log fails, ends the app with a sentence, and nothing that was acknowledged is lost', async () => {
    acknowledged.push((await ada.withdraw(SPEND_KOBO)).id)
    const quote = await ada.quote(SPEND_KOBO)
    diskIs('log-fails')
    const answer = await ada.approve(quote).catch(() => null)
    expect(answer?.status ?? 'none').not.toBe(201)
    expect(await product.app().ended).toBe(1)
    expect(product.app().output()).toContain('Make room on the disk, then start Jara again.')
    diskHasRoom()
    await product.startApp()
    await expectAllThere()
    // Once, after both.
    await expectBooksToBalance()
  })
})
