import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImageAnswer, Me } from '#contract/accounts.ts'
import { PICTURE_MAX_BYTES, PROFILE_IMAGE_SIDE_PX } from '#contract/constants.ts'
import { type Accounts, type Browser, newPerson, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { inject } from '#tests/support/inject.ts'
import type { Refusal } from '#tests/support/person.ts'
import { colourAt, halves, noise, peakGrowth, pngClaiming, smallPicture } from '#tests/support/pictures.ts'

const MB = 1_000_000
type Answer = { status: number; code: string | null; retry: string | null }
const codeOf = (answer: { json: () => unknown }) => (answer.json() as Refusal).error.code

describe.each(featureDatabases)('a profile picture on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let url: string
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    const port = await freePort()
    accounts = await startAccounts(fresh.database, { PORT: String(port) })
    await accounts.app.listen({ port, host: 'localhost' })
    url = accounts.deps.config.publicUrl
  })
  afterAll(async () => {
    await accounts.app.close()
    await fresh.drop()
  })

  let sent = 0
  const put = async (browser: Browser, picture: Uint8Array, type = 'image/jpeg') =>
    await inject(accounts, {
      method: 'PUT',
      url: '/api/me/image',
      headers: { cookie: browser.cookie ?? '', 'content-type': type },
      // Each request has its own address: the limit per address is tested separately.
      remoteAddress: `10.0.${Math.floor(++sent / 250)}.${sent % 250}`,
      payload: Buffer.from(picture),
    })
  const image = async (browser: Browser) => await browser.send('GET', '/api/me/image')
  const versionOf = async (browser: Browser) => (await browser.send('GET', '/api/me')).json<Me>().imageVersion
  const rowsOf = async (userId: string) =>
    await fresh.database.query<{ image: Uint8Array }>('select image from profile_images where user_id = $1', [userId])

  test('is redrawn, stored, and served as a file that runs nothing and is cached by nobody', async () => {
    const { browser, session } = await newPerson(accounts)
    expect(await versionOf(browser)).toBeNull()
    accounts.published.length = 0
    const answer = await put(browser, await smallPicture('png'), 'image/png')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json<ImageAnswer>().imageVersion).toBe(await versionOf(browser))
    expect(accounts.published).toEqual([{ userId: session.userId, event: { topics: ['session'] } }])
    const shown = await image(browser)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri /api/csp-reports",
      'content-disposition': expect.stringMatching(/^attachment/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(await colourAt(shown.rawPayload, 0.2, 0.5)).toBe('red')
  })

  test('has a version of its own, and the newest one takes the place of the one before', async () => {
    const { browser, session } = await newPerson(accounts)
    const one = (await put(browser, await smallPicture('jpeg'))).json<ImageAnswer>()
    const other = (await put(browser, await noise({ width: 64, height: 64 }, 'png'))).json<ImageAnswer>()
    expect(other.imageVersion).not.toBe(one.imageVersion)
    expect((await put(browser, await smallPicture('jpeg'))).json()).toEqual(one)
    expect(await rowsOf(session.userId)).toHaveLength(1)
  })

  test('leaves nothing of itself when it is removed, also twice', async () => {
    const { browser, session } = await newPerson(accounts)
    await put(browser, await smallPicture())
    expect((await browser.send('DELETE', '/api/me/image')).statusCode).toBe(204)
    expect((await browser.send('DELETE', '/api/me/image')).statusCode).toBe(204)
    expect(await versionOf(browser)).toBeNull()
    expect(codeOf(await image(browser))).toBe('image.not-found')
    expect(await rowsOf(session.userId)).toEqual([])
  })

  test('is its owner’s: nobody else sees, changes or removes it', async () => {
    const [ada, bola] = [await newPerson(accounts), await newPerson(accounts)]
    await put(ada.browser, await smallPicture())
    const before = (await image(ada.browser)).rawPayload
    expect(codeOf(await image(bola.browser))).toBe('image.not-found')
    const asked = await bola.browser.send('GET', `/api/me/image?v=${await versionOf(ada.browser)}`)
    expect(codeOf(asked)).toBe('image.not-found')
    await put(bola.browser, await noise({ width: 64, height: 64 }, 'png'))
    await bola.browser.send('DELETE', '/api/me/image')
    expect((await image(ada.browser)).rawPayload).toEqual(before)
  })

  test('is shown on a locked screen and changed only after the PIN', async () => {
    const { browser, pin } = await newPerson(accounts)
    await put(browser, await smallPicture())
    await browser.send('POST', '/api/lock')
    expect((await image(browser)).statusCode).toBe(200)
    expect(codeOf(await put(browser, await smallPicture('png')))).toBe('session.locked')
    expect(codeOf(await browser.send('DELETE', '/api/me/image'))).toBe('session.locked')
    await browser.unlock(pin)
    expect((await put(browser, await smallPicture('png'))).statusCode).toBe(200)
  })

  test('is neither shown nor taken without a session, nor after it ended', async () => {
    const { browser } = await newPerson(accounts)
    await put(browser, await smallPicture())
    const { cookie } = browser
    await browser.send('DELETE', '/api/sessions/current')
    for (const each of [null, cookie]) {
      browser.cookie = each
      expect(codeOf(await image(browser))).toBe('session.none')
      expect(codeOf(await put(browser, await smallPicture()))).toBe('session.none')
      expect(codeOf(await browser.send('DELETE', '/api/me/image'))).toBe('session.none')
    }
  })

  test.each([
    [
      'a page that calls itself a picture',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      415,
      'image.unsupported',
    ],
    ['nothing', Buffer.alloc(0), 415, 'image.unsupported'],
    ['a claim of 50,000 by 50,000 pixels', pngClaiming({ width: 50_000, height: 50_000 }), 413, 'image.too-large'],
    ['a cut-off picture', pngClaiming({ width: 500, height: 500 }), 422, 'image.broken'],
  ])('is not %s, and the picture before stays', async (_, file, status, code) => {
    const { browser } = await newPerson(accounts)
    await put(browser, await smallPicture())
    const before = await versionOf(browser)
    for (const type of ['image/png', 'image/jpeg', 'text/html', 'application/octet-stream']) {
      const answer = await put(browser, file, type)
      expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
    }
    expect(await versionOf(browser)).toBe(before)
  })

  test('is recognised by its content: its name does not matter', async () => {
    const { browser } = await newPerson(accounts)
    for (const type of ['image/png', 'image/svg+xml', 'text/html', 'application/json']) {
      expect((await put(browser, await smallPicture('webp'), type)).statusCode).toBe(200)
    }
  })

  test('of one byte more than allowed is refused, said or streamed; of exactly that size it is read', async () => {
    const { browser } = await newPerson(accounts)
    const picture = await smallPicture()
    const sized = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
    expect((await put(browser, sized(PICTURE_MAX_BYTES))).statusCode).toBe(200)
    const answer = await put(browser, sized(PICTURE_MAX_BYTES + 1))
    expect([answer.statusCode, codeOf(answer)]).toEqual([413, 'image.too-large'])
    const streamed = await send(browser, streamOf(sized(PICTURE_MAX_BYTES + 1)))
    expect([streamed.status, streamed.code]).toEqual([413, 'image.too-large'])
  })

  test('of 100 MB and one without an end are refused once they are too large, in flat memory', async () => {
    const { browser } = await newPerson(accounts)
    const piece = Buffer.alloc(65_536)
    for (const endBytes of [100 * MB, Number.POSITIVE_INFINITY]) {
      let sentBytes = 0
      const body = new ReadableStream<Uint8Array>({
        pull(sink) {
          if (sentBytes >= endBytes) return sink.close()
          sink.enqueue(piece)
          sentBytes += piece.length
        },
      })
      const grown = await peakGrowth(async () => {
        expect((await send(browser, body)).code).toBe('image.too-large')
      })
      // Includes bytes still in buffers on their way.
      expect(sentBytes).toBeLessThan(4 * PICTURE_MAX_BYTES)
      expect(grown).toBeLessThan(100 * MB)
    }
  })

  test('may come from fifty at once: some are accepted, the others asked to come back, in less than 200 MB', async () => {
    const { browser } = await newPerson(accounts)
    const photo = await noise({ width: 1_200, height: 1_200 }, 'jpeg')
    const full = Buffer.concat([photo, Buffer.alloc(PICTURE_MAX_BYTES - photo.length)])
    const answers: Answer[] = []
    const grown = await peakGrowth(async () => {
      await Promise.all(Array.from({ length: 50 }, async () => answers.push(await sendShared(browser, full))))
    })
    const told = answers.filter(({ status }) => status !== 200)
    expect(answers.length - told.length).toBeGreaterThanOrEqual(8)
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter(({ code, retry }) => code !== 'server.busy' || retry !== '2')).toEqual([])
    expect(grown).toBeLessThan(200 * MB)
    expect((await put(browser, await smallPicture())).statusCode).toBe(200)
  })

  /** Sends the beginning of a picture, and nothing more. */
  async function beginSlowly({ cookie }: Browser): Promise<Socket> {
    const { host, port } = new URL(url)
    const head = `PUT /api/me/image HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\ncontent-type: image/jpeg\r\ncontent-length: 100000\r\n\r\n`
    const socket = connect(Number(port), 'localhost')
    await new Promise((resolve) => socket.write(`${head}\xff\xd8\xff`, 'latin1', resolve))
    return socket
  }
  const open = () => new Promise<number>((resolve) => accounts.app.server.getConnections((_, count) => resolve(count)))

  test('that is given up keeps no place, neither while it is read nor while it waits', async () => {
    const { browser } = await newPerson(accounts)
    const before = await open()
    const begun: Socket[] = []
    while (begun.length < 20) begun.push(await beginSlowly(browser))
    // The first four are read and the others wait; close the waiting ones first.
    await expect.poll(open).toBe(before + 20)
    for (const socket of begun.slice(4)) socket.destroy()
    await expect.poll(open).toBe(before + 4)
    for (const socket of begun.slice(0, 4)) socket.destroy()
    await expect.poll(open).toBe(before)
    expect((await put(browser, await smallPicture())).statusCode).toBe(200)
  })

  test('that never arrives keeps nobody but its sender waiting, however many of them there are', async () => {
    const [slow, other] = [await newPerson(accounts), await newPerson(accounts)]
    const before = await open()
    const begun: Socket[] = []
    while (begun.length < 28) begun.push(await beginSlowly(slow.browser))
    await expect.poll(open).toBe(before + 28)
    expect((await put(other.browser, await smallPicture())).statusCode).toBe(200)
    // None of the slow uploads was dropped for it.
    expect(await open()).toBe(before + 28)
    for (const socket of begun) socket.destroy()
    await expect.poll(open).toBe(before)
  })

  async function send(browser: Browser, body: ReadableStream<Uint8Array>): Promise<Answer> {
    const headers = { cookie: browser.cookie ?? '', 'content-type': 'image/jpeg' }
    const answer = await fetch(`${url}/api/me/image`, { method: 'PUT', headers, body, duplex: 'half' })
    const content = (await answer.json()) as Partial<Refusal>
    return { status: answer.status, code: content.error?.code ?? null, retry: answer.headers.get('retry-after') }
  }

  /** Like send, without copying the bytes here, so that memory growth is the server's. */
  function sendShared(browser: Browser, bytes: Buffer): Promise<Answer> {
    const headers = { cookie: browser.cookie ?? '', 'content-type': 'image/jpeg', 'content-length': bytes.length }
    return new Promise((resolve, reject) => {
      const request = http.request(`${url}/api/me/image`, { method: 'PUT', agent: false, headers }, (answer) => {
        answer.setEncoding('utf8')
        let text = ''
        answer.on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          const content = JSON.parse(text) as Partial<Refusal>
          const retry = answer.headers['retry-after'] ?? null
          resolve({ status: answer.statusCode ?? 0, code: content.error?.code ?? null, retry })
        })
      })
      request.on('error', reject)
      request.end(bytes)
    })
  }

  function streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
    const pieceBytes = 65_536
    let sent = 0
    return new ReadableStream({
      pull(sink) {
        if (sent >= bytes.length) return sink.close()
        sink.enqueue(bytes.subarray(sent, sent + pieceBytes))
        sent += pieceBytes
      },
    })
  }

  test('may not be sent without end: the address waits after 120 in a minute', async () => {
    const own = await startAccounts(fresh.database)
    const ask = async () => codeOf(await inject(own, { method: 'PUT', url: '/api/me/image' }))
    for (let i = 0; i < 120; i++) expect(await ask()).toBe('session.none')
    expect(await ask()).toBe('request.too-many')
    await own.app.close()
  })

  test.each([
    ['a file that is no WebP', "update profile_images set image = convert_to(repeat('<script>', 4), 'UTF8')"],
    ['a file as large as a photo', "update profile_images set image = image || decode(repeat('00', 300000), 'hex')"],
    ['a version that is an address', "update profile_images set version = '../../etc/passwd'"],
    ['a picture of nobody', "update profile_images set user_id = 'usr_' || repeat('0', 35)"],
  ])('cannot be %s, says the database itself', async (_, sql) => {
    const { browser } = await newPerson(accounts)
    await put(browser, await halves({ width: 64, height: 64 }).png().toBuffer())
    await expect(fresh.database.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  })

  test('is some ten kilobytes', async () => {
    const { browser, session } = await newPerson(accounts)
    await put(browser, await noise({ width: PROFILE_IMAGE_SIDE_PX, height: PROFILE_IMAGE_SIDE_PX }, 'png'))
    const [row] = await rowsOf(session.userId)
    expect(row?.image.length).toBeLessThan(80_000)
  })
})
