import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleCase } from '#contract/console/cases.ts'
import { CUSTOMER_OPEN_MS } from '#contract/console/reasons.ts'
import type { UserId } from '#contract/ids.ts'
import type { CaseDetail, CasePicture, NewCasePicture } from '#contract/support.ts'
import { CASE_PICTURE_SIDE_PX, CASE_PICTURES_KEPT_MS, CASE_PICTURES_MAX } from '#contract/support-limits.ts'
import { exportData } from '#server/privacy/export-data.ts'
import { purgeExpired } from '#server/privacy/purge-expired.ts'
import { removePersonalRows } from '#server/privacy/remove-personal-rows.ts'
import { bringTo, newKey, openedBy, problem, readBy, refusal, report, writeBy } from '#tests/support/cases.ts'
import { atConsole, type ConsolePerson, recorded, TOUCHED } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { colourAt, halves, pngClaiming, smallPicture } from '#tests/support/pictures.ts'
import { provedVisitor, reportedBy } from '#tests/support/visitors.ts'
import { readCase } from './read-cases.ts'
import { asUser } from './reporter.ts'

const codeOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<Refusal>().error.code]

describe.each(featureDatabases)('pictures in reports on %s', (kind) => {
  let jara: TestJara
  let supporter: ConsolePerson
  let finance: ConsolePerson
  let ada: Person
  let opened: CaseDetail
  beforeAll(async () => {
    jara = await startJara(kind)
    const confirmedBy = await operatorNamed(jara.database, 'Mary Maker')
    supporter = await atConsole(jara, 'Sade Support', { role: 'support', confirmedBy })
    finance = await atConsole(jara, 'Femi Finance', { role: 'finance', confirmedBy })
  })
  afterAll(() => jara.close())
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    opened = await openedBy(ada)
  })

  let sent = 0
  async function upload(cookie: string, bytes: Uint8Array, url = '/api/case-pictures', type = 'image/jpeg') {
    return await inject(jara, {
      method: 'POST',
      url,
      headers: { cookie, 'content-type': type, ...TOUCHED.headers },
      // A new address per upload avoids the rate limit, which is tested elsewhere.
      remoteAddress: `10.1.${Math.floor(++sent / 100)}.${sent % 100}`,
      payload: Buffer.from(bytes),
    })
  }
  async function uploaded(by = ada, bytes?: Uint8Array): Promise<CasePicture> {
    const answer = await upload(by.cookie(), bytes ?? (await smallPicture()))
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<NewCasePicture>().picture
  }
  const look = async (id: string, by = ada) =>
    await inject(jara, {
      url: `/api/case-pictures/${encodeURIComponent(id)}`,
      headers: { cookie: by.cookie(), ...TOUCHED.headers },
    })
  const messagesOf = async () => (await readBy(ada, opened.id)).body.case.messages
  const write = async (pictures: string[], by = ada) =>
    await writeBy(by, opened.id, { key: newKey(), text: 'See here.', pictures })

  const inConsole = (rest = '', { trackingNumber } = opened) => `/api/admin/cases/${trackingNumber}${rest}`
  const consoleLook = async (id: string, by = supporter) =>
    await by.browser.send('GET', `/api/admin/case-pictures/${id}`, undefined, TOUCHED)
  const uploadInConsole = async (by = supporter, of = opened) =>
    await upload(by.browser.cookie(), await smallPicture('png'), inConsole('/pictures', of), 'image/png')
  const attached = async (by = supporter) => (await uploadInConsole(by)).json<NewCasePicture>().picture
  const answerWith = async (pictures: string[], by = supporter) =>
    await by.browser.send('POST', inConsole('/answer'), { text: 'It looks like this.', pictures }, TOUCHED)
  const openCustomer = async (by = supporter, id = ada.id) => {
    const body = { heading: 'payment', words: 'Their report', withheld: false }
    const answer = await by.browser.send('POST', `/api/admin/customers/${id}/open`, body, TOUCHED)
    expect(answer.statusCode).toBe(201)
  }
  const stillOpen = async () => {
    await supporter.browser.signIn(supporter.authenticator)
    await finance.browser.signIn(finance.authenticator)
  }

  it('are sent with a report and shown to its owner, as files that run nothing and are cached by nobody', async () => {
    const pictures = [await uploaded(), await uploaded(ada, await smallPicture('webp')), await uploaded()]
    const ids = pictures.map(({ id }) => id)
    const { messages } = await openedBy(ada, { pictures: ids })
    expect(messages).toEqual([expect.objectContaining({ pictures, picturesRemoved: 0 })])
    const shown = await look(ids[1] ?? '')
    expect(shown.statusCode).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri /api/csp-reports",
      'content-disposition': 'inline; filename="picture.webp"',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(await colourAt(shown.rawPayload, 0.2, 0.5)).toBe('red')
  })

  it('are drawn whole, without place or device of the photo', async () => {
    const photo = await halves({ width: 3_000, height: 1_500 })
      .withExif({ IFD0: { Make: 'Tecno' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Tecno')
    const { id, width, height } = await uploaded(ada, photo)
    expect([width, height]).toEqual([CASE_PICTURE_SIDE_PX, CASE_PICTURE_SIDE_PX / 2])
    await write([id])
    const { rawPayload } = await look(id)
    const { exif, format } = await sharp(rawPayload).metadata()
    expect([exif, format]).toEqual([undefined, 'webp'])
    expect(rawPayload.toString('latin1')).not.toMatch(/Tecno|Exif|GPS/)
  })

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'unsupported'],
    ['a page called a picture', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'unsupported'],
    ['a GIF', async () => await halves({ width: 8, height: 8 }).gif().toBuffer(), 'unsupported'],
    [
      'a picture that is also a page',
      async () => Buffer.concat([await smallPicture(), Buffer.from('<script>alert(1)</script>')]),
      'unsupported',
    ],
    ['a small file of a billion pixels', () => pngClaiming({ width: 32_000, height: 32_000 }), 'too-large'],
    ['more than 5 MB', async () => Buffer.concat([await smallPicture(), Buffer.alloc(5 * 1024 * 1024)]), 'too-large'],
    ['a picture cut off', async () => (await smallPicture('png')).subarray(0, 200), 'broken'],
    ['nothing', () => Buffer.alloc(0), 'unsupported'],
  ])('are not %s', async (_, make, why) => {
    const answer = await upload(ada.cookie(), await make())
    expect(answer.json<Refusal>().error.code).toBe(`image.${why}`)
    expect(await jara.database.query('select 1 from case_pictures where user_id = $1', [ada.id])).toEqual([])
  })

  it('are not taken without a session', async () => {
    expect(codeOf(await upload('', await smallPicture()))).toEqual([401, 'session.none'])
  })

  it('are at most three with one message, and each is sent once', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await uploaded()).id))
    expect((await write(ids)).status).toBe(400)
    expect((await write(ids.slice(0, 3))).status).toBe(201)
    expect(refusal(await write(ids.slice(2)))).toEqual([409, 'case.picture-gone'])
    expect(refusal(await write([ids[3] ?? '', ids[3] ?? '']))).toEqual([409, 'case.picture-gone'])
    expect((await messagesOf()).map(({ pictures }) => pictures.map(({ id }) => id))).toEqual([[], ids.slice(0, 3)])
  })

  it('are part of what a key repeats', async () => {
    const [one, other] = [await uploaded(), await uploaded()]
    const body = { key: newKey(), text: 'See here.', pictures: [one.id] }
    expect((await writeBy(ada, opened.id, body)).status).toBe(201)
    expect((await writeBy(ada, opened.id, body)).status).toBe(200)
    const changed = await writeBy(ada, opened.id, { ...body, pictures: [other.id] })
    expect(refusal(changed)).toEqual([422, 'idempotency.reused'])
    const first = problem({ pictures: [other.id] })
    expect((await report(ada, first)).status).toBe(201)
    expect((await report(ada, first)).status).toBe(200)
    expect(refusal(await report(ada, { ...first, pictures: [] }))).toEqual([422, 'idempotency.reused'])
  })

  it('of somebody else are unknown: nobody sends, sees or guesses them', async () => {
    const bola = await jara.person('Bola Ade')
    const { id } = await uploaded()
    expect(refusal(await report(bola, problem({ pictures: [id] })))).toEqual([409, 'case.picture-gone'])
    const unsent = codeOf(await look(id))
    await write([id])
    const unknown = [404, 'case.picture-not-found']
    expect(unsent).toEqual(unknown)
    expect(codeOf(await look(id, bola))).toEqual(unknown)
    expect(codeOf(await look(`pic_${'0'.repeat(35)}`))).toEqual(unknown)
    expect(codeOf(await look("pic_' or true --"))).toEqual(unknown)
  })

  it(`are at most ${CASE_PICTURES_MAX} of one customer’s at a time`, async () => {
    await jara.database.query(
      `insert into case_pictures (user_id, id, width, height, image, created_at)
       select $1, 'pic_' || lpad(n::text || right($1, 20), 35, '0'), 1, 1, 'RIFF........', $3 from generate_series(1, $2::int) n`,
      [ada.id, CASE_PICTURES_MAX - 1, jara.clock.now()],
    )
    const answers = await Promise.all(
      Array.from({ length: 3 }, async () => await upload(ada.cookie(), await smallPicture())),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
  })

  it('are shown to operators who gave a reason, for as long as it opens the customer, and each look is recorded', async () => {
    await stillOpen()
    const { id } = await uploaded()
    await write([id])
    const shown = async () => (await supporter.browser.send('GET', inConsole(), undefined, TOUCHED)).json<ConsoleCase>()
    const before = await shown()
    expect(before.customer).toEqual({ id: ada.id, openForMs: null })
    expect(before.messages.at(-1)).toMatchObject({ pictures: [{ id }], picturesRemoved: 0 })
    expect(codeOf(await consoleLook(id))).toEqual([403, 'operator.reason-needed'])
    await openCustomer()
    expect((await shown()).customer).toEqual({ id: ada.id, openForMs: CUSTOMER_OPEN_MS })
    const seen = await consoleLook(id)
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await recorded(jara)).at(-1)).toEqual({
      act: 'look-at-picture',
      by: 'Sade Support',
      subject: opened.trackingNumber,
    })
    // A reason opens pictures only for the operator who gave it and the customer it is about.
    expect(codeOf(await consoleLook(id, finance))).toEqual([403, 'operator.reason-needed'])
    const bola = await jara.person('Bola Ade')
    const theirs = await uploaded(bola)
    expect(codeOf(await consoleLook(theirs.id))).toEqual([404, 'operator.no-picture'])
    await openedBy(bola, { pictures: [theirs.id] })
    expect(codeOf(await consoleLook(theirs.id))).toEqual([403, 'operator.reason-needed'])
    expect(codeOf(await consoleLook(`pic_${'0'.repeat(35)}`))).toEqual([404, 'operator.no-picture'])
    jara.clock.advance(CUSTOMER_OPEN_MS + 1)
    await stillOpen()
    expect(codeOf(await consoleLook(id))).toEqual([403, 'operator.reason-needed'])
  })

  it('come from operators who answer cases, and their customer sees them at once', async () => {
    await stillOpen()
    expect(codeOf(await uploadInConsole(finance))).toEqual([403, 'operator.not-allowed'])
    await supporter.browser.send('POST', inConsole('/take'), undefined, TOUCHED)
    const picture = await attached()
    expect((await recorded(jara)).at(-1)).toMatchObject({ act: 'attach-picture', subject: opened.trackingNumber })
    const unsent = await look(picture.id)
    expect(unsent.statusCode).toBe(404)
    expect((await answerWith([picture.id])).statusCode).toBe(200)
    expect((await messagesOf()).at(-1)).toMatchObject({ from: 'support', pictures: [picture] })
    expect((await look(picture.id)).statusCode).toBe(200)
  })

  it('of an operator go to the case they were made for, and no customer or colleague sends them', async () => {
    await stillOpen()
    await supporter.browser.send('POST', inConsole('/take'), undefined, TOUCHED)
    const [made, own] = [await attached(), await uploaded()]
    expect(refusal(await write([made.id]))).toEqual([409, 'case.picture-gone'])
    expect(codeOf(await answerWith([own.id]))).toEqual([409, 'case.picture-gone'])
    const manager = await atConsole(jara, `Musa ${opened.trackingNumber}`, { role: 'manager' })
    expect(codeOf(await answerWith([made.id], manager))).toEqual([409, 'case.picture-gone'])
    const first = opened
    opened = await openedBy(ada)
    await supporter.browser.send('POST', inConsole('/take'), undefined, TOUCHED)
    expect(codeOf(await answerWith([made.id]))).toEqual([409, 'case.picture-gone'])
    opened = first
    expect((await answerWith([made.id])).statusCode).toBe(200)
  })

  it('are neither taken from visitors nor sent to them', async () => {
    await stillOpen()
    const visitor = await provedVisitor(jara)
    const theirs = await reportedBy(visitor)
    expect((await visitor.report({ pictures: [] })).status).toBe(400)
    expect(codeOf(await uploadInConsole(supporter, theirs))).toEqual([409, 'operator.refused'])
  })

  it('are in the file of their customer’s data, removed a year after their report was closed, and then said to be removed', async () => {
    const { id } = await uploaded()
    await write([id])
    let file = ''
    for await (const part of exportData(jara.deps, ada.id as UserId)) file += part
    const { casePictures } = JSON.parse(file) as { casePictures: { id: string; webpBase64: string }[] }
    const [exported] = casePictures
    expect(exported?.id).toBe(id)
    expect((await sharp(Buffer.from(exported?.webpBase64 ?? '', 'base64')).metadata()).format).toBe('webp')

    // Reads without their session, which the purge removes too.
    const seen = async () => (await readCase(jara.database, asUser(ada.id as UserId), opened.id)).messages.at(-1)
    const muchLater = new Date(jara.clock.now().getTime() + 2 * CASE_PICTURES_KEPT_MS)
    await purgeExpired(jara.database, muchLater)
    expect(await seen()).toMatchObject({ pictures: [{ id }], picturesRemoved: 0 })
    await bringTo(jara.database, opened.id, 'closed')
    await purgeExpired(jara.database, muchLater)
    expect(await seen()).toMatchObject({ text: 'See here.', pictures: [], picturesRemoved: 1 })
  })

  it('go with their customer’s account, sent or not', async () => {
    await write([(await uploaded()).id])
    await uploaded()
    await jara.database.transaction((tx) => removePersonalRows(tx, ada.id as UserId))
    expect(await jara.database.query('select 1 from case_pictures where user_id = $1', [ada.id])).toEqual([])
  })

  it('of a closed account are not added to', async () => {
    await stillOpen()
    await jara.database.query('update users set closed_at = $2 where id = $1', [ada.id, jara.clock.now()])
    expect(codeOf(await uploadInConsole())).toEqual([409, 'operator.refused'])
  })
})
