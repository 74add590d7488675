import type { FreezeBody } from '#contract/accounts.ts'
import type { ApprovalPurpose } from '#server/identity/devices/device-key.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { TestJara } from './jara.ts'
import { type Answered, type Person, PIN, type Refusal } from './person.ts'
import { smallPicture } from './pictures.ts'

/** The rest of the practice grant leaves in one transfer; ₦50 fee and ₦50 duty come out of it. */
const ALL_BUT_COST_KOBO = 19_990_000n

/** Sends a new account's practice money to a bank, and waits for proof. */
export async function emptyWallet(jara: TestJara, person: Person): Promise<void> {
  await person.withdraw(ALL_BUT_COST_KOBO)
  await jara.pass(2_000)
  const { availableKobo, heldKobo } = await person.wallet()
  if (availableKobo !== '0' || heldKobo !== '0') throw new Error(`not empty: ${availableKobo}, held ${heldKobo}`)
}

/** What closing an account requires: a fresh challenge, PIN and signature. */
export async function closingBody(
  person: Person,
  of: { purpose?: ApprovalPurpose; pin?: string } = {},
): Promise<FreezeBody> {
  const { challenge } = (await person.call<{ challenge: string }>('GET', '/api/challenges')).body
  const signature = await person.device.sign(of.purpose ?? 'close', challenge)
  const pinProof = await person.device.pinProof(of.pin ?? PIN)
  return { challenge, approval: { deviceId: person.deviceId, pinProof, signature } }
}

export async function close(person: Person): Promise<Answered<Refusal>> {
  return await person.call('DELETE', '/api/me', await closingBody(person))
}

/** Gives a user a picture. */
export async function addPicture(jara: TestJara, person: Person): Promise<void> {
  const answer = await fetch(`${jara.url}/api/me/image`, {
    method: 'PUT',
    headers: { cookie: person.cookie(), 'content-type': 'image/jpeg' },
    body: new Uint8Array(await smallPicture()),
  })
  if (answer.status !== 200) throw new Error(`no picture: ${await answer.text()}`)
}

/** The tables with a row that contains this text, in any letter case. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.query(
      `select 1 from ${name} as each_row where position(lower($1) in lower(each_row::text)) > 0 limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
