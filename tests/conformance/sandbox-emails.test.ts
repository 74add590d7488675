import { afterEach, beforeEach, expect, test } from 'vitest'
import { startJara, type TestJara } from '#tests/support/jara.ts'

let jara: TestJara
beforeEach(async () => {
  jara = await startJara('pglite')
})
afterEach(() => jara.close())

const askForLink = async (email: string) =>
  await fetch(`${jara.url}/api/password-resets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: jara.url },
    body: JSON.stringify({ email }),
  })
const links = (email: string) =>
  jara.emails(email).flatMap(({ text }) => text.match(/http\S+\/reset-password#\S+/g) ?? [])

test('an email of the product arrives in the world, and its link on the page of emails leads to the app', async () => {
  const { email } = await jara.person()
  expect((await askForLink(email)).status).toBe(202)
  expect(links(email)).toEqual([])
  await jara.settle()
  const [link = ''] = links(email)
  expect(link.startsWith(`${jara.url}/reset-password#`)).toBe(true)
  const told = (await jara.sandbox.emails(email)).filter(({ text }) => text.includes(link))
  expect(told).toMatchObject([{ to: email, subject: 'Jara: set a new password' }])
  const page = await (await fetch(`${jara.sandbox.url}/emails?to=${encodeURIComponent(email)}`)).text()
  expect(page).toContain(`<a href="${link}">`)
})

test('an email whose fate was unknown comes again, with a newer link under another name', async () => {
  const { email } = await jara.person()
  await jara.sandbox.fault({ provider: 'mail', operation: 'send', fault: 'accept-then-drop' })
  await askForLink(email)
  await jara.settle()
  expect(links(email)).toHaveLength(1)
  await jara.pass(5_000)
  expect(new Set(links(email)).size).toBe(2)
  const names = jara
    .emails(email)
    .flatMap(({ text, messageId }) => (text.includes('/reset-password#') ? [messageId] : []))
  expect(new Set(names).size).toBe(2)
})
