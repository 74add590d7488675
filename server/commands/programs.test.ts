import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { id } from '#tests/schema-constraints/specimen.ts'
import { bringIn, passphraseOf } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { PROGRAM_FLAGS, programEnvironment } from '#tests/support/program-environment.ts'

/**
 * The commands as separate processes. What each command does is tested in-process by `runCommand`; that each prints its
 * help is tested from a release, in `tests/repo-checks/release.test.ts`.
 */

/** Ends a program that hangs. A start takes two seconds, and many times that on a busy machine. */
const RUN_TIMEOUT_MS = 240_000
const ADA = 'Ada Obi'
const USER = id('usr')

/** For each command that asks for an operator: its words, and the output after a correct passphrase. */
const ASKING: Readonly<Record<string, { words: readonly string[]; code: 0 | 1; prints: string }>> = {
  books: { words: ['resume'], code: 1, prints: 'books: refused: ' },
  cases: { words: ['show', 'JR-7K4M-2QXD'], code: 1, prints: 'cases: refused: ' },
  limits: {
    words: ['set', '--user', USER, '--daily', '50000', '--reason', 'Their number was used for scams.'],
    code: 0,
    prints: 'npm run limits -- confirm orq_',
  },
  operate: {
    words: ['end-all-sessions', '--reason', 'Cookies of a laptop were stolen'],
    code: 0,
    prints: 'npm run operate -- confirm orq_',
  },
  operators: { words: ['link'], code: 0, prints: 'Ada Obi opens this within 15 minutes' },
  orders: {
    words: ['refund-bpc', id('ord'), '--text', 'They bought it twice.'],
    code: 1,
    prints: 'orders: refused: ',
  },
  people: {
    words: ['freeze', '--user', USER, '--for', 'fun', '--reason', 'They rang about a stolen telephone.'],
    code: 1,
    prints: 'people: refused: ',
  },
  reconcile: { words: ['close', '12', 'the statement'], code: 1, prints: 'reconcile: refused: ' },
  recoveries: { words: ['stop', id('rcv')], code: 1, prints: 'recoveries: refused: ' },
  sessions: {
    words: ['end', '--all', '--reason', 'Cookies of a laptop were stolen'],
    code: 0,
    prints: 'npm run sessions -- confirm orq_',
  },
  settings: { words: ['set-limits', '--daily', '300000'], code: 0, prints: 'npm run settings -- confirm orq_' },
}
const ASKING_NOBODY = ['backup', 'migrate', 'move', 'restore', 'secret']

type Ended = { readonly code: number | null; readonly out: string; readonly err: string }

/** `input` is piped into the command. */
async function start(name: string, env: Record<string, string>, words: readonly string[], input = ''): Promise<Ended> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...PROGRAM_FLAGS, path.join(import.meta.dirname, `${name}.ts`), ...words],
      { env: { ...programEnvironment(), ...env }, timeout: RUN_TIMEOUT_MS },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    )
    child.stdin?.end(input)
  })
}

describe('a command that is started as a program', () => {
  const sources = fs.readdirSync(import.meta.dirname).filter((name) => /^[^.]+\.ts$/.test(name))
  const textOf = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')

  it('is one of those that are started here', () => {
    const programs = sources.filter((name) => textOf(name).includes('await runAsProgram('))
    expect(programs.map((name) => path.basename(name, '.ts')).sort()).toEqual(
      [...Object.keys(ASKING), ...ASKING_NOBODY].sort(),
    )
  })

  it('knows its process through program.ts alone, so that a test can run it without one', () => {
    const others = sources.filter((name) => name !== 'program.ts')
    expect(others.filter((name) => /\bprocess[.[]\w|from 'node:process'/.test(textOf(name)))).toEqual([])
  })

  it.each(ASKING_NOBODY)('%s ends with 2 and says why when it does not know its words', async (name) => {
    expect(await start(name, {}, ['--no-such-option'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(`^${name}: could not run: Unknown option '--no-such-option'`),
    })
  })
})

describe.runIf(featureDatabases.includes('postgres'))('a program that asks who acts', () => {
  let fresh: FreshDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: randomBytes(32).toString('hex') }
    await bringIn(env, ADA)
    await fresh.database.query(
      `insert into users (id, email, full_name, password_hash, new_since, created_at)
       values ($1, 'chi@example.ng', 'Chi Eze', '$argon2id$v=19$', now(), now())`,
      [USER],
    )
  })
  afterAll(() => fresh.drop())

  it.each(Object.entries(ASKING))(
    '%s takes the passphrase that is piped into it, and ends with its own exit code',
    async (name, { words, code, prints }) => {
      const ended = await start(name, env, [...words, '--by', ADA], `${passphraseOf(ADA)}\n`)
      expect(ended.err).toContain('"msg":"an operator authenticated"')
      expect(code === 0 ? ended.out : ended.err).toContain(prints)
      expect(ended.code).toBe(code)
    },
  )

  it('takes one line after the other, and says that there is no further one', async () => {
    const line = `${passphraseOf('Bayo Ade')}\n`
    const words = ['add', 'Bayo Ade', '--by', ADA]
    const short = await start('operators', env, words, `${passphraseOf(ADA)}\n${line}`)
    expect([short.code, short.out, short.err]).toEqual([
      2,
      '',
      expect.stringMatching(
        /operators: could not run: The same again: type it, or give it as the next line of the input\n$/,
      ),
    ])
    const added = await start('operators', env, words, `${passphraseOf(ADA)}\n${line}${line}`)
    expect([added.code, added.out]).toEqual([0, expect.stringMatching(/^Bayo Ade is an operator now: opr_/)])
  })
})
