import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseDetail } from '#contract/support.ts'
import { openedBy, readBy } from '#tests/support/cases.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, startProduct } from '#tests/support/processes.ts'

const cases = (env: Record<string, string>, args: readonly string[], input = '') =>
  runCommand('cases', env, args, input)

const BY = ['--by', 'Ngozi Eze']
/** The event that says a report of the person has changed. */
const CASE_CHANGED = 'data: {"topics":["case"]}'
const PASSPHRASE = passphraseOf('Ngozi Eze')

describe.each(featureDatabases)('npm run cases on %s', (kind) => {
  let dataFolder: string
  let fresh: FreshDatabase | null
  let product: Product
  let ada: Person
  let opened: CaseDetail
  beforeAll(async () => {
    dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-cases-'))
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    product = await startProduct({ dataFolder, databaseUrl: fresh?.url ?? null })
    ada = await joinAs(product.url, 'Ada Obi')
    opened = await openedBy(ada, { text: 'My transfer is late.\nSince yesterday.' })
  })
  afterAll(async () => {
    await product.close()
    await fresh?.drop()
    fs.rmSync(dataFolder, { recursive: true, force: true })
  })

  const env = () => ({ DATA_DIR: dataFolder, ...(fresh?.url ? { DATABASE_URL: fresh.url } : {}) })
  const work = async (args: readonly string[], input = '') => await cases(env(), args, `${PASSPHRASE}\n${input}`)

  if (kind === 'pglite')
    it('says that Jara must be stopped while it has the folder open', async () => {
      const { code, err } = await work(['take', opened.trackingNumber, ...BY])
      expect(err).toMatch(/^cases: could not run: The data folder .* is in use by another Jara process\. Stop that one/)
      expect(err).toContain('Stop Jara before you run this on an embedded database.')
      expect(code).toBe(2)
      expect((await readBy(ada, opened.id)).body.case.status).toBe('received')
      await product.kill('SIGTERM')
    })

  it('lists, shows, takes up, answers and closes, and ends with 0 each time', async () => {
    await bringIn(env(), 'Ngozi Eze')
    const number = opened.trackingNumber
    const listed = await work(['list'])
    expect(listed.out).toMatch(
      new RegExp(
        `^${number} {2}received {5}payment {3}they wrote 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}answer by 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d\n1 shown, 1 waiting for an answer, 0 overdue`,
      ),
    )
    const shown = await work(['show', number, ...BY])
    expect(shown.out).toContain(`from Ada Obi (${ada.id})`)
    expect(shown.out).toContain('\n  My transfer is late.\n  Since yesterday.\n')
    expect((await work(['take', number, ...BY])).out).toBe(`${number} is in_progress now\n`)
    expect((await work(['ask', number, ...BY, 'Which bank was it?'])).out).toBe(`${number} is in_progress now\n`)
    expect((await work(['list'])).out).toMatch(
      / {2}waiting for them since 20.*\n1 shown, 0 waiting for an answer, 0 overdue/,
    )
    const answered = await work(['answer', number, ...BY], 'The bank had it back.\nIt is in your wallet.\n')
    expect(answered.out).toBe(`${number} is answered now\n`)
    const file = path.join(dataFolder, 'answer.txt')
    fs.writeFileSync(file, 'One more word.')
    expect((await work(['answer', number, ...BY, '--file', file])).code).toBe(0)
    expect((await work(['close', number, ...BY, '--outcome', 'resolved', '--note', 'The bank had it back.'])).out).toBe(
      `${number} is closed now\n`,
    )
    expect((await work(['list'])).out).toBe('0 shown, 0 waiting for an answer, 0 overdue\n')
    expect((await work(['list', '--all'])).out).toContain(`${number}  closed`)
  })

  it('what was done is there for the person', async () => {
    if (product.app().child.exitCode !== null) await product.startApp()
    const { status, messages } = (await readBy(ada, opened.id)).body.case
    expect(status).toBe('closed')
    expect(messages.slice(1).map(({ from, text }) => [from, text])).toEqual([
      ['support', 'Which bank was it?'],
      ['support', 'The bank had it back.\nIt is in your wallet.'],
      ['support', 'One more word.'],
    ])
  })

  if (kind === 'postgres')
    it('tells the person’s open pages at once, while Jara runs', async () => {
      const second = await openedBy(ada)
      const page = new AbortController()
      const stream = await fetch(`${product.url}/api/events`, {
        headers: { cookie: ada.cookie() },
        signal: page.signal,
      })
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      expect((await work(['take', second.trackingNumber, ...BY])).code).toBe(0)
      let told = ''
      // Other events may come first, and an event may arrive in two pieces.
      for (let ended = false; !ended && !told.includes(CASE_CHANGED); ) {
        const { value = '', done = true } = (await reader?.read()) ?? {}
        told += value
        ended = done
      }
      expect(told).toContain(CASE_CHANGED)
      page.abort()
    })

  it('ends with 1 and says why when it is refused', async () => {
    if (kind === 'pglite') await product.kill('SIGTERM')
    for (const [args, says] of [
      [['take', opened.trackingNumber, ...BY], /is closed: only a report that is received or answered can be taken up/],
      [['answer', opened.trackingNumber, ...BY, '--template', 'state', 'So.'], /this report is about no order/],
      [['show', opened.trackingNumber], /who does this\? Give your name/],
      [['show', 'JR-0000-0000', ...BY], /there is no report JR-0000-0000/],
      [['answer', opened.trackingNumber, ...BY, ' '], /2 to 2,000 characters/],
    ] as const) {
      const { code, err } = await work(args)
      expect(err).toMatch(/^cases: refused: /m)
      expect(err).toMatch(says)
      expect(code).toBe(1)
    }
  })
})

describe('npm run cases', () => {
  it('ends with 2 where there is no database, and makes none', async () => {
    const nowhere = path.join(os.tmpdir(), 'jara-cases-nowhere')
    const { code, err } = await cases({ DATA_DIR: nowhere }, ['list'])
    expect(err).toContain(`there is no database in ${path.join(nowhere, 'pglite')}`)
    expect(code).toBe(2)
    expect(fs.existsSync(nowhere)).toBe(false)
  })

  it('ends with 2 when the server cannot be reached', async () => {
    const { code, err } = await cases({ DATABASE_URL: 'postgres://nobody@localhost/none?host=/nowhere' }, ['list'])
    expect(err).toContain('cases: could not run')
    expect(code).toBe(2)
  })

  it('explains itself, and does not guess at words it does not know', async () => {
    const help = await cases({}, ['--help'])
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('npm run cases -- answer')])
    for (const args of [[], ['delete', 'JR-7K4M-2QXD'], ['list', '--force']]) {
      expect(await cases({}, args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('npm run cases') })
    }
  })
})
