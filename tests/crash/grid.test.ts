import { describe, expect, it } from 'vitest'
import { bpc } from '#tests/crash/grid/bpc.ts'
import type { Answer, Column } from '#tests/crash/grid/column.ts'
import { deposit } from '#tests/crash/grid/deposit.ts'
import { midnight } from '#tests/crash/grid/midnight.ts'
import { payout } from '#tests/crash/grid/payout.ts'
import { purchase } from '#tests/crash/grid/purchase.ts'
import { walkCell } from '#tests/crash/grid/walk.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { isBoundary, lifeUntil, type Point } from '#tests/support/mortal.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'

/**
 * Every step of a movement of money × every answer of its provider × every point at which the process can die.
 * `JARA_GRID=full` dies before each single statement, commit and exchange. Otherwise only next to what becomes lasting or
 * leaves the process (each exchange, each commit, each write of its own), and with each answer at one of the first 48 of these
 * points, another one than for the answer before it; where there are two databases, every other answer on each. The last
 * database goes on at every 48th after it until each named step was among them. The nightly run walks every answer on both, at
 * one in 16 and then without dying. `JARA_GRID_ANSWER="transfer: refuse"` walks one answer, all of it.
 */
const ONLY = process.env.JARA_GRID_ANSWER
const IS_FULL = process.env.JARA_GRID === 'full' || ONLY !== undefined
const IS_WHOLE_WALK = IS_NIGHTLY || IS_FULL
const ONE_IN = IS_NIGHTLY ? 16 : 48
/** Of a column that has so few points that it names a share of its own. */
const FEWER = IS_NIGHTLY ? 1 : 3
/** Of the answers one in so many on each database. */
const SHARES = IS_WHOLE_WALK ? 1 : databaseKinds.length
const COLUMNS = [payout, purchase, midnight, deposit, bpc]
const TIMEOUT_MS = IS_FULL ? 3 * 60 * 60_000 : 20 * 60_000

/** The column and step of each death, on whichever database. */
const died = new Set<string>()

describe.each(databaseKinds)('the process dying anywhere on %s', (kind) => {
  it.each(COLUMNS)(
    'loses and doubles nothing of a $name, whatever the provider answers',
    async (column) => {
      const jara = await startJara(kind)
      const total: Total = { cells: 0, wrong: [], steps: new Map() }
      const share = column.answers.filter((_, index) => index % SHARES === databaseKinds.indexOf(kind) % SHARES)
      for (const answer of share.filter(({ name }) => ONLY === undefined || name === ONLY)) {
        await walkAnswer(jara, column, answer, total)
      }
      const steps = [...total.steps].map(([step, count]) => `${step} ${count}`).join(', ')
      // biome-ignore lint/suspicious/noConsole: the figure belongs to the run's output
      console.log(`grid of a ${column.name} on ${kind}: ${total.cells} cells, ${total.wrong.length} wrong (${steps})`)
      expect(total.wrong).toEqual([])
      await jara.close()
    },
    TIMEOUT_MS,
  )
})

it.each(COLUMNS)('the process died at each step of a $name', ({ name, steps }) => {
  expect([...died]).toEqual(expect.arrayContaining(steps.map((step) => `${name} ${step}`)))
})

type Total = { cells: number; wrong: string[]; steps: Map<string, number> }

/**
 * Dies at each point that counts, one after the other, until there are no more. Without the nightly run at the first alone, on the
 * last database once each named step of the column has been died at.
 */
async function walkAnswer(jara: TestJara, column: Column, answer: Answer, total: Total): Promise<void> {
  const ada = await jara.person('Ada Obi')
  const oneIn = IS_FULL ? 1 : column.oneIn === undefined ? ONE_IN : column.oneIn * FEWER
  const first = 1 + (column.answers.indexOf(answer) % oneIn)
  const counts = (points: readonly Point[]) => (IS_FULL || isBoundary(points)) && (column.isLate?.(points) ?? true)
  for (let step = 'first', point = first; step !== ''; point += oneIn) {
    const scene = { jara, ada, answer, number: total.cells++ }
    const outcome = await walkCell(column, scene, lifeUntil(point, counts))
    step = outcome.step
    const where = `${answer.name}, dead at point ${point} (${step})`
    total.wrong.push(...outcome.wrong.map((each) => `${where}: ${each}`))
    total.steps.set(step || 'lived on', (total.steps.get(step || 'lived on') ?? 0) + 1)
    died.add(`${column.name} ${step}`)
    const goesOn =
      jara.database.kind === databaseKinds.at(-1) && !column.steps.every((each) => died.has(`${column.name} ${each}`))
    if (!IS_WHOLE_WALK && !goesOn) break
  }
  await expectBooksToBalance(jara.database)
}
