import { expect } from '@playwright/test'
import type { Email, SandboxControl } from '#tests/support/sandbox-control.ts'
import { sandbox } from './sandbox.ts'

/** The newest email to an address whose subject has these words, once it has arrived. */
export async function emailTo(email: string, subject: string, world: SandboxControl = sandbox()): Promise<Email> {
  const newest = async () => (await world.emails(email)).find((each) => each.subject.includes(subject))
  await expect.poll(newest, { message: `"${subject}" to ${email}` }).toBeDefined()
  const found = await newest()
  if (found === undefined) throw new Error(`no email "${subject}"`)
  return found
}

/** The code in the newest email of that subject. */
export async function mailedCode(email: string, subject: string, world?: SandboxControl): Promise<string> {
  const { text } = await emailTo(email, subject, world)
  const [code] = /^\d{6}$/m.exec(text) ?? []
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

/** The link to this page in the newest email of that subject. */
export async function mailedLink(
  email: string,
  subject: string,
  page: string,
  world?: SandboxControl,
): Promise<string> {
  const { text } = await emailTo(email, subject, world)
  const [link] = new RegExp(`https?://\\S+${page}#\\S+`).exec(text) ?? []
  if (link === undefined) throw new Error(`no link to ${page} in: ${text}`)
  return link
}
