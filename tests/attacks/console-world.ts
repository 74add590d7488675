import { openedBy, uploadedBy } from '#tests/support/cases.ts'
import { inReview, oldCode } from '#tests/support/endings.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-text.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount } from '#tests/support/money-in.ts'
import { compared, differ, stopBooks } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { codesOf, phoneOf } from '#tests/support/purchases.ts'
import { putUpNotice } from '#tests/support/settings.ts'
import type { Answer } from './ask.ts'
import type { Canaries } from './canaries.ts'
import { makeVictim, type Victim } from './victim.ts'

const ID = /\b[a-z]{3}_[0-9a-z]{35}\b|\bJR-\w{4}-\w{4}\b/g
const IDS_OF_A_KIND = 40

/** The kind of id that these routes take; for other routes it is learned. */
const FITTING: readonly (readonly [base: string, prefix: string])[] = [
  ['/api/admin/orders/', 'ord_'],
  ['/api/admin/deposits/', 'dep_'],
  ['/api/admin/customers/', 'usr_'],
  ['/api/admin/cases/', 'JR-'],
  ['/api/admin/case-pictures/', 'pic_'],
  ['/api/admin/filters/', 'flt_'],
  ['/api/admin/reconciliation/runs/', 'rec_'],
  ['/api/admin/requests/', 'orq_'],
]

/** The passphrase of every attacking operator. */
export const PASSPHRASE = 'seven canaries wait at noon'

/** The installation under attack, and what the attackers have learned so far. */
export type World = {
  readonly jara: TestJara
  readonly victim: Victim
  readonly secret: Canaries
  readonly personal: Canaries
  /** Ids seen so far, by prefix. */
  readonly ids: Map<string, string[]>
  /** The prefix of the last id that gave a result, by the part of the address before it. */
  readonly fits: Map<string, string>
  /** Emails of people without a recovery. */
  readonly emails: string[]
  /** An order in manual review, and one of a BPC that its owner can no longer return. */
  readonly inReview: string
  readonly oldCode: string
  /** The numbers of the two newest differences: one in our favour, one against us. */
  differences: readonly [more: string, less: string]
  turns: number
}

/** A customer with one of everything, suspended money, and the first decisions to make. */
export async function makeWorld(jara: TestJara): Promise<World> {
  const victim = await makeVictim(jara)
  await jara.settle()
  const other = await jara.person('Obi Other')
  const world: World = {
    jara,
    victim,
    secret: await secretsOf(jara, victim),
    personal: await personalOf(victim),
    ids: new Map(),
    fits: new Map(FITTING),
    emails: [],
    inReview: (await inReview(jara, other)).id,
    oldCode: (await oldCode(jara, other)).id,
    differences: ['', ''],
    turns: 0,
  }
  await jara.sandbox.payIn({ accountNumber: world.personal.own ?? '', amountKobo: '100000' })
  await jara.settle()
  const deposits = await jara.database.query<{ id: string }>('select id from deposits limit 5')
  for (const id of [victim.person.id, ...Object.values(victim.has), ...deposits.map((each) => each.id)]) keep(world, id)
  const picture = await uploadedBy(jara.url, other)
  await openedBy(other, { pictures: [picture] })
  for (const id of [picture, world.inReview, world.oldCode]) keep(world, id)
  await stopBooks(jara)
  keep(world, (await putUpNotice(jara, await operatorNamed(jara.database, 'Ngozi Notices'))).id)
  await goOn(world)
  return world
}

async function secretsOf(jara: TestJara, { person }: Victim): Promise<Canaries> {
  const codes = (await codesOf(person)).map(({ code }) => code)
  const pins = [...jara.world.state.deliveries.values()].flatMap((each) => (each.pins ?? []).map(({ pin }) => pin))
  const named = Object.fromEntries([...codes, ...pins].map((secret, place) => [`code ${place}`, secret]))
  const session = person.cookie().split('=')[1] ?? ''
  const pinProof = await person.device.pinProof('4071')
  return { ...named, session, password: person.password, pinProof, passphrase: PASSPHRASE }
}

async function personalOf({ person }: Victim): Promise<Canaries> {
  const own = (await fundingOf(person)).account?.accountNumber ?? ''
  return { email: person.email, name: 'Canaryada', own, recipient: '0123456793', phone: phoneOf(7).slice(-10) }
}

export const HOSTILE_NAMES = HOSTILE_TEXTS.map(({ text }) => text)

/** Something new to decide: a case, a difference, money without a known owner, and somebody who has lost all access. */
export async function goOn(world: World): Promise<void> {
  const { jara } = world
  const turn = ++world.turns
  await jara.sandbox.payIn({ accountNumber: await issueForeignAccount(jara), amountKobo: '70000' })
  await jara.settle()
  const [deposit] = await jara.database.query<{ id: string }>('select id from deposits order by id desc limit 1')
  if (deposit !== undefined) keep(world, deposit.id)
  world.differences = [
    await differ(jara, { differenceKobo: 50_000n }),
    await differ(jara, { differenceKobo: -20_000n }),
  ]
  keep(world, await compared(jara))
  const text = `=1+1 ${HOSTILE_NAMES[turn % HOSTILE_NAMES.length]?.slice(0, 200)}`
  const loser = await jara.person('Lola Loser')
  const { trackingNumber } = await openedBy(loser, { text })
  keep(world, trackingNumber)
  world.emails.unshift(loser.email)
  // New operators each time: an attack may have changed the roles of earlier ones.
  const maker = await operatorNamed(jara.database, `Mary Maker ${turn}`)
  const checker = await operatorNamed(jara.database, `Charles Checker ${turn}`)
  keep(world, (await putUpNotice(jara, maker, checker)).id)
}

export const prefixOf = (id: string) => (id.startsWith('JR-') ? 'JR-' : id.slice(0, 4))

function keep({ ids }: World, id: string): void {
  const of = ids.get(prefixOf(id)) ?? []
  if (of.includes(id)) return
  ids.set(prefixOf(id), [id, ...of].slice(0, IDS_OF_A_KIND))
}

export function learn(world: World, { status, text }: Answer): void {
  if (status < 300) for (const id of text.match(ID) ?? []) keep(world, id)
}
