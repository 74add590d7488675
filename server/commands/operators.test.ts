import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { readWithoutEcho, type Terminal } from './ask.ts'

const [ADA, BAYO, CHIDI] = ['Ada Obi', 'Bayo Ade', 'Chidi Eze']

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('npm run operators', () => {
  let fresh: FreshDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: randomBytes(32).toString('hex') }
  })
  afterAll(() => fresh.drop())

  const lines = (...texts: string[]) => texts.map((text) => `${text}\n`).join('')
  const run = (args: readonly string[], ...input: string[]) => runCommand('operators', env, args, lines(...input))

  it('adds the first, the second by her, and a third by two, each with their own passphrase', async () => {
    const typo = await run(['add', ADA], passphraseOf(ADA), passphraseOf(BAYO))
    expect([typo.code, typo.err]).toEqual([1, expect.stringContaining('the two passphrases differ')])
    await bringIn(env, ADA, BAYO)
    const third = passphraseOf(CHIDI)
    const asked = await run(['add', CHIDI, '--by', ADA], passphraseOf(ADA), third, third)
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('another operator confirms it')])
    const listed = await run(['list'])
    expect(listed.out).toMatch(
      /Ada Obi {2}opr_\w+ {2}manager {2}since .*\nBayo Ade {2}opr_\w+ {2}manager {2}since .*\n2 active operators\norq_\w+ {2}add-operator/,
    )
    const id = asked.out.match(/orq_\w+/)?.[0] ?? ''
    const confirmed = await run(['confirm', id, '--by', BAYO], passphraseOf(BAYO))
    expect([confirmed.code, confirmed.out]).toEqual([
      0,
      expect.stringMatching(/role: manager\n {4}operator: Chidi Eze\nChidi Eze is an operator now\n$/),
    ])
    expect((await run(['list'])).out).toContain('3 active operators')
  })

  it('takes a passphrase neither from the words nor from the environment, and a wrong one makes wait', async () => {
    const renew = ['passphrase', '--by', ADA]
    const none = await runCommand('operators', { ...env, PASSPHRASE: passphraseOf(ADA) }, renew)
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('Passphrase of Ada Obi')])
    expect((await run([...renew, '--passphrase', passphraseOf(ADA)])).code).toBe(2)
    const wrong = await run(renew, 'not her passphrase')
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('no operator has this name and passphrase')])
    expect(wrong.err).toContain('"msg":"an operator failed to authenticate"')
    await fresh.database.query("update sign_in_throttles set wait_until = wait_until + interval '15 minutes'")
    const soon = await run(renew, passphraseOf(ADA))
    expect([soon.code, soon.err]).toEqual([
      1,
      expect.stringMatching(/refused: a passphrase was wrong before: wait \d+ s/),
    ])
  })

  it('needs the secret of the installation, and explains itself', async () => {
    const other = { ...env, JARA_SECRET: randomBytes(32).toString('hex') }
    await fresh.database.query("insert into secret_check values (true, decode(repeat('00', 32), 'hex'), now())")
    const wrong = await runCommand('operators', other, ['add', 'Dayo Eke', '--by', ADA], passphraseOf(ADA))
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining('is not the secret that this database was made with'),
    ])
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('npm run operators -- add') })
    expect(await run(['remove', ADA])).toMatchObject({ code: 2, out: '' })
  })
})

describe('a passphrase at the terminal', () => {
  /** A terminal that echoes typing unless raw mode is on. */
  function terminal() {
    const shown: string[] = []
    let isRaw = false
    const keys = new PassThrough()
    const setRawMode = (raw: boolean) => {
      isRaw = raw
      return keys
    }
    const type = (text: string) => {
      if (!isRaw) shown.push(text)
      keys.write(text)
    }
    const screen = { write: (text: string) => shown.push(isRaw ? text : `(echo) ${text}`) }
    return { on: Object.assign(keys, { setRawMode }) as unknown as Terminal, screen, shown, type, isRaw: () => isRaw }
  }

  it('is not shown, can be corrected, and the terminal shows again what is typed afterwards', async () => {
    const { on, screen, shown, type, isRaw } = terminal()
    const read = readWithoutEcho(on, screen, 'Passphrase: ')
    type('seven herŏns')
    type('x\u007f wait\r')
    expect(await read).toBe('seven herŏns wait')
    expect([shown, isRaw()]).toEqual([['Passphrase: ', '(echo) \n'], false])
  })

  it('is broken off with Ctrl-C', async () => {
    const { on, screen, type, isRaw } = terminal()
    const read = readWithoutEcho(on, screen, 'Passphrase: ')
    type('seven\u0003')
    await expect(read).rejects.toThrow('interrupted')
    expect(isRaw()).toBe(false)
  })
})
