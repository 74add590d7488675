import { describe, expect, it } from 'vitest'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { createLog } from '#server/platform/log.ts'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { sanitizedNote } from './evidence.ts'
import { newStep } from './steps.ts'

const SAID = 'No: 0123456784 of ada.obi@example.ng,\n\u202Eredro\u2066 ord_0123456784 and 202611221300abc\u0000'
const KEPT = 'No: [number] of [email] redro ord_0123456784 and 202611221300abc'

describe('what a provider says', () => {
  it('is one line without emails and numbers of accounts, and keeps references', () => {
    expect(sanitizedNote(SAID)).toBe(KEPT)
  })

  it.each(['verified: success', 'http 502', 'request goes out', 'refused: 016 transaction failed, ord_12'])(
    'stays as it is where it is harmless: %s',
    (note) => {
      expect(sanitizedNote(note)).toBe(note)
    },
  )

  it('is short, whatever its length', () => {
    expect([...sanitizedNote('🙂'.repeat(100_000))]).toHaveLength(300)
  })
})

describe.each(databaseKinds)('on %s', (kind) => {
  it('a step and an alarm hold it so, and the log as well', async () => {
    const { database, drop } = await freshDatabase(kind)
    const at = new Date('2026-11-22T12:00:00Z')
    let logged = ''
    const log = createLog('info', {
      write(line) {
        logged += line
      },
    })
    const order = { userId: 'usr_1', id: 'ord_1' }
    const { text, params } = newStep({ order, state: 'held', event: 'send', note: SAID, at })
    await database.query(text, params)
    await raiseAlarm(database, log, {
      kind: 'order-mismatch',
      subjectId: 'ord_1',
      detail: `₦1\u202E2\n3${'x'.repeat(9_000)}`,
      at,
    })
    expect(await database.query('select evidence from order_steps')).toEqual([{ evidence: KEPT }])
    const [alarm] = await database.query<{ detail: string }>('select detail from alarms')
    expect(alarm?.detail).toMatch(/^₦1 2 3x{1994}$/)
    expect(JSON.parse(logged)).toMatchObject({ alarm: 'order-mismatch', subject: 'ord_1', msg: alarm?.detail })
    await drop()
  })
})
