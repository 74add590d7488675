import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { cheapHash } from '#tests/support/accounts.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

const deps = { keys: keysFrom(Buffer.alloc(32, 1)), randomBytes }

describe('a stored password', () => {
  test('is proved by the same characters, however their marks were typed', async () => {
    const hash = await hashPassword(deps, 'Adéṣọlá ń jẹun'.normalize('NFC'))
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[0-9a-f]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await verifyPassword(deps, 'Adéṣọlá ń jẹun'.normalize('NFD'), hash)).toBe(true)
    expect(await verifyPassword(deps, 'Adéṣọlá ń jẹuN', hash)).toBe(false)
  })

  test('has a salt of its own and is worth nothing without the key outside the database', async () => {
    const [one, two] = await Promise.all([hashPassword(deps, 'same same'), hashPassword(deps, 'same same')])
    expect(one).not.toBe(two)
    const stolen = { ...deps, keys: keysFrom(Buffer.alloc(32, 2)) }
    expect(await verifyPassword(stolen, 'same same', one)).toBe(false)
  })

  test('is still proved when more work is asked of new ones, and is known to be older', async () => {
    const old = cheapHash(deps, 'tall giraffes')
    expect(await verifyPassword(deps, 'tall giraffes', old)).toBe(true)
    expect(await verifyPassword(deps, 'tall giraffe', old)).toBe(false)
    expect([isOutdated(deps, old), isOutdated(deps, await hashPassword(deps, 'tall giraffes'))]).toEqual([true, false])
  })

  test('an account that does not exist is never proved, not even by the password nobody has', async () => {
    expect(await verifyPassword(deps, '', null)).toBe(false)
  })
})

describe('a flood of passwords', () => {
  test('is refused as busy beyond the queue, also for accounts that do not exist, and the rest is served', async () => {
    const hash = await hashPassword(deps, 'tall giraffes')
    const flood = Array.from({ length: 200 }, (_, index) =>
      verifyPassword(deps, 'tall giraffes', index % 2 === 0 ? hash : null).catch((error: Error) => error),
    )
    const answers = await Promise.all(flood)
    const refused = answers.filter((each) => each instanceof Error)
    expect(refused).toHaveLength(200 - 66)
    expect(new Set(refused.map((each) => 'code' in each && each.code))).toEqual(new Set(['server.busy']))
    expect(answers.filter((each) => each === true)).toHaveLength(33)
    expect(answers.filter((each) => each === false)).toHaveLength(33)
    expect(await verifyPassword(deps, 'tall giraffes', hash)).toBe(true)
  })

  test('runs no more at once than the limit, and a failure frees its slot', async () => {
    const queue = boundedQueue({ maxConcurrent: 2, waitingMax: 3, retryAfterS: 2 })
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      throw new Error('failed')
    }
    const first = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run(work)))
    const reasons = first.map((each) => each.status === 'rejected' && String(each.reason.code ?? each.reason.message))
    expect(reasons).toEqual(['failed', 'failed', 'failed', 'failed', 'failed', 'server.busy'])
    expect(most).toBe(2)
    await expect(queue.run(async () => 'served')).resolves.toBe('served')
  })
})
