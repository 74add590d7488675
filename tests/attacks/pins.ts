import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinAs, type Person, PIN, type Refusal } from '#tests/support/person.ts'
import { startProduct } from '#tests/support/processes.ts'
import { openStopped } from '#tests/support/stopped-books.ts'
import { wrongPins } from './wrong-pins.ts'

export type PinsRun = {
  readonly sent: number
  readonly kills: number
  /** How many wrong PINs the database says were compared, and how many replies said so. */
  readonly lookedAt: number
  readonly toldWrong: number
  /** The reply to the correct PIN in the end. */
  readonly rightPin: string
}

const AT_ONCE = 100
const ROUNDS_MAX = 12
/** The wait after the third wrong PIN and each after it, ms, with a little more for the machine. */
const WAIT_MS = 30_500

/**
 * Sends wrong PINs concurrently with the correct device key to a process that is killed in the middle, and starts again
 * over the same database until the PIN is blocked. Every wait is real.
 */
export async function guessUntilOff(of: {
  databaseUrl: string | null
  report: (line: string) => void
}): Promise<PinsRun> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-pins-'))
  const product = await startProduct({ dataFolder: folder, databaseUrl: of.databaseUrl })
  const ada = await joinAs(product.url, 'Ada Obi')
  let [sent, kills, toldWrong, last] = [0, 0, 0, '']
  for (let round = 0; round < ROUNDS_MAX && last !== 'pin.off'; round++) {
    const tries = await wrongPins(ada, AT_ONCE)
    let killing: Promise<unknown> | undefined
    const codes = await Promise.all(
      tries.map(async (body) => {
        const code = await codeOf(ada, body)
        // The first reply kills the process while all others are still waiting.
        if (code !== null && round < 3) killing ??= product.kill('SIGKILL')
        return code
      }),
    )
    sent += tries.length
    toldWrong += codes.filter((code) => code === 'pin.wrong').length
    if (killing !== undefined) {
      await killing
      kills++
      await product.startApp()
    }
    const [right] = await wrongPins(ada, 1, '9998')
    last = (await codeOf(ada, right)) ?? ''
    sent++
    toldWrong += last === 'pin.wrong' ? 1 : 0
    of.report(`round ${round + 1}: ${sent} sent, ${kills} kills, ${toldWrong} told wrong, now ${last}`)
    if (last !== 'pin.off') await sleep(WAIT_MS)
  }
  const [right] = await wrongPins(ada, 1, PIN)
  const rightPin = (await codeOf(ada, right)) ?? ''
  await product.kill('SIGTERM')
  const database = await openStopped({ dataFolder: folder, databaseUrl: of.databaseUrl })
  const [row] = await database.query<{ count: number }>(
    'select cardinality(wrong_at) as count from pins where user_id = $1',
    [ada.id],
  )
  await database.close()
  await product.close()
  fs.rmSync(folder, { recursive: true, force: true })
  return { sent, kills, lookedAt: row?.count ?? 0, toldWrong, rightPin }
}

/** Null if there was no reply. */
async function codeOf(person: Person, body: unknown): Promise<string | null> {
  const answer = await person.call<Refusal | null>('POST', '/api/unlock', body).catch(() => null)
  if (answer === null) return null
  return answer.body === null ? String(answer.status) : answer.body.error.code
}
