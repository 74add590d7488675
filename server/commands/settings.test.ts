import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'

const [ADA, BAYO] = ['Ada Obi', 'Bayo Ade']
const MEANING = 'Transfers from OPay arrive some hours late.'

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('npm run settings', () => {
  let fresh: FreshDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    env = {
      DATABASE_URL: fresh.url ?? '',
      JARA_SECRET: randomBytes(32).toString('hex'),
      SUPPORT_EMAIL: 'first@jara.ng',
    }
    await bringIn(env, ADA, BAYO)
  })
  afterAll(() => fresh.drop())

  const list = async () => (await runCommand('settings', env, ['list'])).out
  const runBy = (by: string, ...args: string[]) => runCommand('settings', env, [...args, '--by', by], passphraseOf(by))
  const requestIn = (out: string) => out.match(/orq_\w+/)?.[0] ?? ''
  const notice = ['--bank', 'OPay', '--text', MEANING, '--source', 'Jara support']

  it('puts up a notice and takes it down, each by two people who first read the text for customers', async () => {
    const wrong = await runBy(ADA, 'set-notice', ...notice, '--hours', '5')
    expect([wrong.code, wrong.err]).toEqual([1, 'settings: refused: for how long? 2, 6, 24 hours\n'])
    const asked = await runBy(ADA, 'set-notice', ...notice, '--hours', '6')
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining(`read: “OPay: ${MEANING}”`)])
    expect(await list()).not.toContain('OPay')
    const own = await runBy(ADA, 'confirm', requestIn(asked.out))
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('this takes two different people')])
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining(`read: “OPay: ${MEANING}”`)])
    const shown = await list()
    expect(shown).toMatch(/^bkn_\w+ {2}\d{4}-\d\d-\d\d \d\d:\d\d to .+, by Ada Obi and Bayo Ade\n {4}OPay: Transfers/)
    const [id = ''] = shown.split(' ')
    const end = await runBy(ADA, 'end-notice', id)
    expect(end.out).toContain('Customers no longer see it')
    expect((await runBy(BAYO, 'confirm', requestIn(end.out))).code).toBe(0)
    expect(await list()).not.toContain('OPay')
    expect((await runBy(ADA, 'end-notice', id)).err).toContain('this notice was taken down already')
  })

  it('pauses a kind of order and resumes it, each by two people who first read the text for customers', async () => {
    const REASON = 'The network does not answer, so we wait.'
    const odd = await runBy(
      ADA,
      'pause',
      '--kind',
      'airtime',
      '--service',
      'etisalat',
      '--text',
      REASON,
      '--hours',
      '2',
    )
    expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('which one? 9mobile (9Mobile (T2)), airtel')])
    const asked = await runBy(ADA, 'pause', '--kind', 'airtime', '--service', 'mtn', '--text', REASON, '--hours', '2')
    expect(asked.out).toContain(`“Buying MTN airtime is paused for everyone. ${REASON}”`)
    expect(asked.out).toContain('Open orders, which continue: 0, ')
    expect(await list()).not.toContain('pau_')
    expect((await runBy(ADA, 'confirm', requestIn(asked.out))).err).toContain('this takes two different people')
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('ends automatically 2 hours later')])
    const shown = await list()
    expect(shown).toMatch(/pau_\w+ {2}paused until .+, by Ada Obi and Bayo Ade\n {4}Buying MTN airtime: The network/)
    const id = shown.match(/pau_\w+/)?.[0] ?? ''
    const lifted = await runBy(BAYO, 'resume', id)
    expect((await runBy(ADA, 'confirm', requestIn(lifted.out))).code).toBe(0)
    expect(await list()).not.toContain('pau_')
    expect((await runBy(ADA, 'resume', id)).err).toContain('this pause was lifted already')
  })

  it('sets the named channels by the rules of their variables, and leaves the others', async () => {
    expect(await list()).toContain('--support-email  first@jara.ng')
    const odd = await runBy(ADA, 'set-channels', '--support-telegram', 'https://evil.example/x')
    expect([odd.code, odd.err]).toEqual([1, expect.stringContaining('Support on Telegram: an address at Telegram')])
    const asked = await runBy(ADA, 'set-channels', '--community-chat', 'https://jara.ng/room')
    expect(asked.out).toContain('Community chat: none → https://jara.ng/room')
    expect(asked.out).not.toContain('Support by email')
    expect((await runBy(BAYO, 'confirm', requestIn(asked.out))).code).toBe(0)
    const shown = await list()
    expect(shown).toContain('--support-email  first@jara.ng')
    expect(shown).toContain('--community-chat  https://jara.ng/room')
    const removed = await runBy(ADA, 'set-channels', '--support-email', '')
    expect(removed.out).toContain('Support by email: first@jara.ng → none')
  })

  it('sets the named limits once two people have read the changes, and leaves the others', async () => {
    const asked = await runBy(ADA, 'set-limits', '--daily', '300000')
    expect(asked.out).toContain('Daily limit: ₦500,000 → ₦300,000')
    expect(asked.out).not.toContain('Maximum with BPCs')
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('Daily limit: ₦500,000 → ₦300,000')])
    expect(await list()).toContain('Daily limit: ₦300,000\nWhat each bought BPC adds: ₦500,000\n')
  })

  it('sets prices from a file of the prices in force, once two people have read the changes', async () => {
    const printed = (await runCommand('settings', env, ['prices'])).out
    const file = path.join(os.tmpdir(), `jara-prices-${randomBytes(6).toString('hex')}.json`)
    const prices = JSON.parse(printed)
    prices.discounts.airtime.standard = 200
    fs.writeFileSync(file, JSON.stringify(prices))
    const asked = await runBy(ADA, 'set-prices', '--file', file)
    expect(asked.out).toContain('Discount on airtime, standard: 1% → 2%')
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('standard: 1% → 2%')])
    expect(JSON.parse((await runCommand('settings', env, ['prices'])).out)).toEqual(prices)
    expect((await runBy(ADA, 'set-prices', '--file', file)).err).toContain('nothing would change')
    fs.rmSync(file)
    const gone = await runBy(ADA, 'set-prices', '--file', file)
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining(`could not run: ${file} cannot be read: ENOENT`)])
    expect(gone.err).not.toContain(' at ')
  })
})
