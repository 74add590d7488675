import { generateKeyPairSync, sign } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { checkElsewhere } from './check-elsewhere.ts'
import type { SignatureCheck } from './signatures.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const { x = '', y = '' } = publicKey.export({ format: 'jwk' })

function signed(text: string): SignatureCheck {
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { key: { x, y }, text, signature: signature.toString('base64url') }
}
const forged = (text: string): SignatureCheck => ({ ...signed(text), text: `${text} and more` })
/** A key that no device could have registered. */
const broken = (text: string): SignatureCheck => ({ ...signed(text), key: { x: y, y: x } })

const warnings = () => vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)

/** Makes every thread unreachable. */
const withoutRoom = () =>
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {
    throw new Error('no room')
  })

afterEach(() => {
  vi.restoreAllMocks()
})

it('gives each of a hundred simultaneous checks its own answer', async () => {
  const checks = Array.from({ length: 100 }, (_, n) => (n % 3 === 0 ? forged(`${n}`) : signed(`${n}`)))
  const answers = await Promise.all(checks.map(checkElsewhere))
  expect(answers).toEqual(checks.map((_, n) => n % 3 !== 0))
})

it('a key that is not on the curve fails its own check, and no other', async () => {
  const settled = await Promise.allSettled([signed('a'), broken('b'), forged('c')].map(checkElsewhere))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))).toEqual([true, false])
})

it.each([
  ['too short', (text: string) => signed(text).signature.slice(2)],
  ['not base64url', () => '***'],
  ['zeros', () => Buffer.alloc(64).toString('base64url')],
])('a signature that is %s is wrong', async (_, signatureOf) => {
  expect(await checkElsewhere({ ...signed('a'), signature: signatureOf('a') })).toBe(false)
})

it('checks what an ended thread still owes, and starts another one', async () => {
  const warned = warnings()
  const asked = vi.spyOn(Worker.prototype, 'postMessage')
  expect(await checkElsewhere(signed('before'))).toBe(true)
  const [first] = asked.mock.contexts as Worker[]
  if (first === undefined) throw new Error('no thread was asked')
  const checks = [signed('a'), forged('b'), signed('c')]
  const owed = Promise.all(checks.map(checkElsewhere))
  void first.terminate()
  expect(await owed).toEqual([true, false, true])
  expect(await checkElsewhere(signed('after'))).toBe(true)
  expect(asked.mock.contexts.at(-1)).not.toBe(first)
  expect(warned.mock.calls).toEqual([[expect.stringContaining('no thread'), { code: 'JARA_SIGNATURES' }]])
})

it('checks on the calling thread when no other can be started, and warns once until one answers', async () => {
  const warned = warnings()
  const asked = withoutRoom()
  const both = () => Promise.all([signed('a'), forged('b')].map(checkElsewhere))
  expect(await both()).toEqual([true, false])
  expect(await both()).toEqual([true, false])
  expect(warned).toHaveBeenCalledOnce()
  asked.mockRestore()
  expect(await both()).toEqual([true, false])
  withoutRoom()
  await both()
  expect(warned).toHaveBeenCalledTimes(2)
})
