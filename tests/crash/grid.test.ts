import { describe, expect, it } from 'vitest'
import { bpc } from '#tests/crash/grid/bpc.ts'
import type { Answer, Column, Scene } from '#tests/crash/grid/column.ts'
import { deposit } from '#tests/crash/grid/deposit.ts'
import { midnight } from '#tests/crash/grid/midnight.ts'
import { payout } from '#tests/crash/grid/payout.ts'
import { purchase } from '#tests/crash/grid/purchase.ts'
import { walkCell } from '#tests/crash/grid/walk.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { type DatabaseKind, databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { isBoundary, lifeUntil, type Point } from '#tests/support/mortal.ts'
import { IS_NIGHTLY, TURN } from '#tests/support/nightly.ts'

/**
 * Every step of a movement of money × every answer of its provider × every point at which the process can die.
 * `JARA_GRID=full` dies before every single statement, commit and exchange.
 * Otherwise it dies only next to what becomes durable or leaves the process: each exchange, each commit, each write of
 * its own. Half of the answers run one day, the other half the next, spread over the databases. Each dies at one point,
 * different from the previous answer's and from its own last turn. The last database continues with the plain answer
 * until each named step was covered. The nightly run covers every answer on both databases, at one point in 16 and then
 * without dying. `JARA_GRID_ANSWER="transfer: refuse"` runs one answer completely.
 */
const ONLY = process.env.JARA_GRID_ANSWER
const IS_FULL = process.env.JARA_GRID === 'full' || ONLY !== undefined
const IS_WHOLE_WALK = IS_NIGHTLY || IS_FULL
const ONE_IN = 16
/** Each answer runs on each database once in this many days. */
const TURNS = 2 * databaseKinds.length
/** Distance between neighbouring answers' points, to spread a day's points out. Coprime to each column's points. */
const APART = 11
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
      for (const answer of answersToday(column, kind)) await walkAnswer(jara, column, answer, total)
      if (!IS_WHOLE_WALK && kind === databaseKinds.at(-1)) await walkToEachStep(jara, column, total)
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

function answersToday({ answers }: Column, kind: DatabaseKind): readonly Answer[] {
  if (IS_WHOLE_WALK) return answers.filter(({ name }) => ONLY === undefined || name === ONLY)
  return answers.filter((_, index) => (index + TURN) % TURNS === databaseKinds.indexOf(kind))
}

/** Dies at each counted point in turn, until there are no more; outside the nightly run at one of them. */
async function walkAnswer(jara: TestJara, column: Column, answer: Answer, total: Total): Promise<void> {
  const ada = await jara.person('Ada Obi')
  const place = column.answers.indexOf(answer)
  const oneIn = IS_FULL ? 1 : (column.oneIn ?? ONE_IN)
  if (IS_WHOLE_WALK) {
    let point = 1 + (place % oneIn)
    while ((await dieAt(point, { jara, ada, answer, number: total.cells }, column, total)) !== '') point += oneIn
  } else {
    const point = pointOf(column, Math.floor(place / TURNS) + Math.floor(TURN / TURNS))
    await dieAt(point, { jara, ada, answer, number: total.cells }, column, total)
  }
  await expectBooksToBalance(jara.database)
}

/** Continues with the plain answer, at points spread over its walk, until nothing is left of the named steps. */
async function walkToEachStep(jara: TestJara, column: Column, total: Total): Promise<void> {
  const [answer] = column.answers
  if (answer === undefined) return
  const ada = await jara.person('Ada Obi')
  for (let nth = 0; nth < column.points; nth++) {
    if (column.steps.every((each) => died.has(`${column.name} ${each}`))) break
    await dieAt(pointOf(column, nth), { jara, ada, answer, number: total.cells }, column, total)
  }
  await expectBooksToBalance(jara.database)
}

function pointOf({ points }: Column, nth: number): number {
  return 1 + ((nth * APART) % points)
}

/** One cell. Returns the named step at which it died; empty if it has fewer points. */
async function dieAt(point: number, scene: Scene, column: Column, total: Total): Promise<string> {
  const counts = (points: readonly Point[]) => (IS_FULL || isBoundary(points)) && (column.isLate?.(points) ?? true)
  const { step, wrong } = await walkCell(column, scene, lifeUntil(point, counts))
  total.cells++
  total.wrong.push(...wrong.map((each) => `${scene.answer.name}, dead at point ${point} (${step}): ${each}`))
  total.steps.set(step || 'lived on', (total.steps.get(step || 'lived on') ?? 0) + 1)
  died.add(`${column.name} ${step}`)
  return step
}
