import { expect } from '@playwright/test'
import type { Letter, SandboxControl } from '#tests/support/sandbox-control.ts'
import { sandbox } from './sandbox.ts'

/** The newest letter to an address whose subject has these words, once it has arrived. */
export async function letterTo(email: string, subject: string, world: SandboxControl = sandbox()): Promise<Letter> {
  const newest = async () => (await world.letters(email)).find((each) => each.subject.includes(subject))
  await expect.poll(newest, { message: `"${subject}" to ${email}`, timeout: 20_000 }).toBeDefined()
  const letter = await newest()
  if (letter === undefined) throw new Error(`no letter "${subject}"`)
  return letter
}

/** The code in the newest letter of that subject. */
export async function mailedCode(email: string, subject: string, world?: SandboxControl): Promise<string> {
  const { text } = await letterTo(email, subject, world)
  const [code] = /^\d{6}$/m.exec(text) ?? []
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}

/** The link to this page in the newest letter of that subject. */
export async function mailedLink(
  email: string,
  subject: string,
  page: string,
  world?: SandboxControl,
): Promise<string> {
  const { text } = await letterTo(email, subject, world)
  const [link] = new RegExp(`https?://\\S+${page}#\\S+`).exec(text) ?? []
  if (link === undefined) throw new Error(`no link to ${page} in: ${text}`)
  return link
}
