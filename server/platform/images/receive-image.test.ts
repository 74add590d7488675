import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { PICTURE_MAX_BYTES } from '#contract/constants.ts'
import { smallPicture } from '#tests/support/pictures.ts'
import { receiveImage } from './receive-image.ts'

const SQUARE = { fit: 'square', sidePx: 64, maxBytes: 100_000 } as const

describe('a picture that is received', () => {
  const bodies: PassThrough[] = []
  afterEach(() => {
    for (const body of bodies.splice(0)) body.destroy()
  })

  /** Begins an upload. `outcome`: the picture's width, or the refusal's code. */
  function begin(senderId: string, place: { leave(): void; enter(): Promise<void> } | null = null) {
    const body = new PassThrough()
    bodies.push(body)
    const outcome = receiveImage({ body, headers: {}, place }, senderId, SQUARE).then(
      ({ width }) => width,
      ({ code }: { code: string }) => code,
    )
    return { body, outcome }
  }

  it('gives way when too much has arrived of pictures that are not complete, the one that began first before others', async () => {
    const part = Buffer.alloc(PICTURE_MAX_BYTES - 1)
    const begun = Array.from({ length: 13 }, (_, n) => begin(`usr_${n}`))
    for (const { body } of begun) body.write(part)
    // 65 MiB have arrived; 64 MiB may be in memory.
    expect(await begun[0]?.outcome).toBe('server.busy')
    const later = begin('usr_later')
    later.body.end(await smallPicture())
    expect(await later.outcome).toBe(64)
    for (const { body } of begun) body.destroy()
    const outcomes = await Promise.all(begun.map(({ outcome }) => outcome))
    expect(outcomes.filter((each) => each === 'server.busy')).toHaveLength(1)
  })

  it('takes no place among the requests in work until it is complete', async () => {
    const taken: string[] = []
    const place = {
      leave: () => void taken.push('left'),
      enter: async () => void taken.push('entered'),
    }
    const { body, outcome } = begin('usr_1', place)
    const picture = await smallPicture()
    body.write(picture.subarray(0, 100))
    await new Promise(setImmediate)
    expect(taken).toEqual(['left'])
    body.end(picture.subarray(100))
    expect(await outcome).toBe(64)
    expect(taken).toEqual(['left', 'entered'])
  })
})
