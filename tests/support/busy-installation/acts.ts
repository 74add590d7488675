import { COMMANDS, type Command } from '#contract/console/permissions.ts'
import type { Enrolled } from '#contract/console/session.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { ALL_ACTS } from '#server/acts/preview-request.ts'
import { freezeByOperator } from '#server/identity/accounts/operate-freezes.ts'
import { changePassphrase } from '#server/identity/operators/manage-operators.ts'
import type { TwoPersonAct } from '#server/identity/operators/requests.ts'
import { listOpenNotices } from '#server/installation/settings/operate-bank-notices.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import { listBy, newKey, openedBy, writeBy } from '#tests/support/cases.ts'
import { consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { billInReview, oldCode } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { issueForeignAccount } from '#tests/support/money-in.ts'
import { differ, STOP, stopBooks } from '#tests/support/needs-two.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { smallPicture } from '#tests/support/pictures.ts'
import { proposeAt } from '#tests/support/proposals.ts'
import { airtime, phoneOf } from '#tests/support/purchases.ts'
import { CHANNELS, CUSTOMER_LIMIT, LIMITS, NOTICE, PAUSE, PRICES } from '#tests/support/settings.ts'
import { agree, confirmAsked, type Team } from './team.ts'

type Scene = { readonly jara: TestJara; readonly team: Team; readonly customer: Person }
/** Asks for an act of two operators. Returns the request's id. */
type Ask = (scene: Scene) => Promise<string>

const REASON = 'They asked for it in writing.'

/** Proposes at this address, after preparing what the act is about. */
const at =
  (path: string, bodyOf: (scene: Scene) => Promise<object>): Ask =>
  async (scene) =>
    await proposeAt(scene.team.asker, path, await bodyOf(scene))

async function quarantined({ jara }: Scene): Promise<string> {
  await jara.sandbox.payIn({ accountNumber: await issueForeignAccount(jara), amountKobo: '70000' })
  await jara.settle()
  const [deposit] = await jara.database.query<{ id: string }>(
    "select id from deposits where state = 'quarantined' order by id desc limit 1",
  )
  return deposit?.id ?? ''
}

/** For the account of somebody who has lost every way to sign in. */
async function askForRecovery({ jara, team }: Scene): Promise<{ recovery: string; request: string }> {
  const { email } = await jara.person('Lola Loser')
  const asked = { email, newEmail: 'new@example.ng', reason: 'They showed their passport.' }
  const recovery = await proposeAt(team.asker, '/api/admin/recoveries', asked)
  const [made] = await jara.database.query<{ id: string }>('select id from operator_requests where subject = $1', [
    recovery,
  ])
  return { recovery, request: made?.id ?? '' }
}

/** How to propose each act of two operators. */
const ASKED_FOR = {
  'resume-money': at('/api/admin/resumptions', async ({ jara }) => {
    await stopBooks(jara)
    return { stop: STOP }
  }),
  'close-difference': at('/api/admin/closings', async ({ jara }) => {
    await differ(jara, { number: '901', differenceKobo: 50_000n })
    return { number: '901', evidence: 'The statement of the day.', reference: '' }
  }),
  'close-differences': at('/api/admin/joint-closings', async ({ jara }) => {
    await differ(jara, { number: '902', differenceKobo: 50_000n })
    await differ(jara, { number: '903', differenceKobo: -50_000n })
    return { numbers: ['902', '903'], evidence: 'One line of the bank.' }
  }),
  'credit-deposit': at('/api/admin/credits', async (scene) => ({
    deposit: await quarantined(scene),
    customer: scene.customer.id,
    proof: 'The bank named them in writing.',
  })),
  'end-review': at('/api/admin/review-ends', async ({ jara, customer }) => ({
    order: (await billInReview(jara, customer, airtime({ phone: phoneOf(901) }))).id,
    outcome: 'paid',
    evidence: 'The bank confirmed it in writing.',
  })),
  'refund-bpc': at('/api/admin/bpc-refunds', async ({ jara, customer }) => ({
    order: (await oldCode(jara, customer)).id,
    reason: 'They bought it twice by mistake.',
  })),
  'recover-account': async (scene) => (await askForRecovery(scene)).request,
  'end-all-sessions': at('/api/admin/sessions/end-all', async () => ({ reason: 'A list of cookies was published.' })),
  'unfreeze-customer': at('/api/admin/unfreezings', async ({ jara, team }) => {
    const { email } = await jara.person('Fola Frozen')
    const frozen = { whose: { email }, uncheckedHeading: 'safety', uncheckedReason: REASON }
    await freezeByOperator(jara.deps, { ...frozen, by: team.asker.operator })
    return { whose: email, reason: 'They have a new telephone.' }
  }),
  'add-operator': at('/api/admin/operators', async () => ({
    name: 'Nina New',
    role: 'support',
    passphrase: 'seven herons wait at noon',
  })),
  'revoke-operator': at('/api/admin/revocations', async ({ jara }) => ({
    operatorId: (await operatorNamed(jara.database, 'Rufai Revoked', 'risk')).id,
    reason: 'They left the team.',
  })),
  'change-role': at('/api/admin/role-changes', async ({ jara }) => ({
    operatorId: (await operatorNamed(jara.database, 'Tari Target', 'support')).id,
    role: 'finance',
    reason: 'They moved to another team.',
  })),
  'pause-kind': at('/api/admin/pauses', async () => ({ ...PAUSE, service: 'mtn' })),
  'resume-kind': at('/api/admin/pause-ends', async ({ jara }) => {
    const [pause] = await readPauses(jara.database, jara.clock.now())
    return { pause: pause?.id ?? '' }
  }),
  'set-bank-notice': at('/api/admin/bank-notices', async () => NOTICE),
  'end-bank-notice': at('/api/admin/bank-notice-ends', async ({ jara }) => {
    const [notice] = await listOpenNotices(jara.database, jara.clock.now())
    return { notice: notice?.id ?? '' }
  }),
  'set-channels': at('/api/admin/channels', async () => ({
    ...CHANNELS,
    supportTelegram: 'https://t.me/jara_help',
    supportLiveChat: 'https://chat.jara.ng/',
    communityChat: 'https://chat.jara.ng/all',
    communityWhatsapp: 'https://chat.whatsapp.com/jara',
  })),
  'set-prices': at('/api/admin/prices', async () => PRICES),
  'set-limits': at('/api/admin/limits', async () => LIMITS),
  'set-customer-limit': at('/api/admin/customer-limits', async ({ customer }) => ({
    ...CUSTOMER_LIMIT,
    customer: customer.id,
  })),
  async 'enrol-passkey'({ jara, team }) {
    const link = await linkFor(jara, team.asker.operator)
    const { answer } = await enrolBy(jara, consoleBrowser(jara), link)
    return answer.json<Enrolled>().requestId ?? ''
  },
} as const satisfies Record<TwoPersonAct, Ask>

/** One operator asks for each act, another confirms it. */
export async function agreeToEverything(scene: Scene): Promise<void> {
  for (const ask of Object.values(ASKED_FOR)) {
    await confirmAsked(scene.team, await ask(scene))
    scene.jara.clock.advance(1_000)
  }
}

/** A pause of each kind and a notice in force, a picture for a reply, and requests that are not confirmed yet. */
export async function leaveThingsToDecide(scene: Scene): Promise<void> {
  for (const kind of orderKind.options) await agree(scene.team, '/api/admin/pauses', { ...PAUSE, kind })
  await DONE_ALONE['attach-picture'](scene)
  await confirmAsked(scene.team, await ASKED_FOR['set-bank-notice'](scene))
  await ASKED_FOR['set-bank-notice'](scene)
  await ASKED_FOR['enrol-passkey'](scene)
}

/** What one operator does alone, in an order that works. */
const DONE_ALONE = {
  async 'take-case'(scene) {
    await send(scene, `/api/admin/cases/${await reportOf(scene)}/take`)
  },
  async 'ask-case'(scene) {
    await send(scene, `/api/admin/cases/${await taken(scene)}/ask`, { text: 'Which bank was it?' })
    const [report] = await listBy(scene.customer)
    await writeBy(scene.customer, report?.id ?? '', { key: newKey(), text: 'It was Access Bank.' })
  },
  async 'attach-picture'(scene) {
    const url = `/api/admin/cases/${await taken(scene)}/pictures`
    const picture = Buffer.from(await smallPicture())
    await send(scene, url, picture, { 'content-type': 'image/jpeg' })
  },
  async 'answer-case'(scene) {
    await send(scene, `/api/admin/cases/${await taken(scene)}/answer`, { text: 'The bank has it.' })
  },
  async 'close-case'(scene) {
    const url = `/api/admin/cases/${await taken(scene)}`
    await send(scene, `${url}/answer`, { text: 'The bank has it.' })
    await send(scene, `${url}/close`, { outcome: 'resolved', note: 'The bank had it back.' })
  },
  async 'stop-recovery'(scene) {
    const { recovery } = await askForRecovery(scene)
    await sign(scene, `/api/admin/recoveries/${recovery}/stop`)
  },
  async 'end-sessions'(scene) {
    const { email } = await scene.jara.person('Sola Signed')
    await sign(scene, '/api/admin/sessions/end', { whose: email, reason: 'A telephone was stolen.' })
  },
  async 'freeze-customer'(scene) {
    const { email } = await scene.jara.person('Femi Frozen')
    await sign(scene, '/api/admin/freezes', { whose: email, heading: 'wish', reason: REASON })
  },
  async 'change-passphrase'(scene) {
    const [present, next] = ['seven canaries wait at noon', 'eight canaries wait at noon']
    await changePassphrase(scene.jara.deps, scene.team.asker.operator, { unchecked: present })
    await sign(scene, '/api/admin/access/passphrase', { present, next })
  },
  async 'remove-passkey'(scene) {
    const { jara, team } = scene
    await enrolBy(jara, consoleBrowser(jara), await linkFor(jara, team.asker.operator))
    const [spare] = await jara.database.query<{ id: string }>(
      'select id from operator_passkeys where operator_id = $1 and confirmed_at is null',
      [team.asker.operator.id],
    )
    await sign(scene, `/api/admin/access/passkeys/${spare?.id}/remove`)
  },
  async 'save-filter'(scene) {
    await saveFilter(scene, 'Of today')
  },
  async 'rename-filter'(scene) {
    await send(scene, `/api/admin/filters/${await saveFilter(scene, 'Of yesterday')}`, { name: 'Renamed' })
  },
  async 'delete-filter'(scene) {
    const id = await saveFilter(scene, 'Of nobody')
    const answer = await scene.team.asker.browser.send('DELETE', `/api/admin/filters/${id}`)
    if (answer.statusCode >= 300) throw new Error(answer.body)
  },
} as const satisfies Record<Exclude<Command, TwoPersonAct>, (scene: Scene) => Promise<unknown>>

export async function doEverythingAlone(scene: Scene): Promise<void> {
  for (const act of Object.values(DONE_ALONE)) {
    await act(scene)
    scene.jara.clock.advance(1_000)
  }
}

async function send(
  { team }: Scene,
  url: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = await team.asker.browser.send('POST', url, body, { headers })
  if (answer.statusCode >= 300) throw new Error(`${url} ${answer.statusCode} ${answer.body}`)
  return answer.body === '' ? null : answer.json()
}

async function sign({ team }: Scene, url: string, body?: object): Promise<void> {
  const answer = await team.asker.browser.decide(team.asker.authenticator, url, body)
  if (answer.statusCode >= 300) throw new Error(`${url} ${answer.statusCode} ${answer.body}`)
}

const reportOf = async ({ customer }: Scene) => (await openedBy(customer)).trackingNumber

async function taken(scene: Scene): Promise<string> {
  const report = await reportOf(scene)
  await send(scene, `/api/admin/cases/${report}/take`)
  return report
}

async function saveFilter(scene: Scene, name: string): Promise<string> {
  const of = { screen: 'cases', filters: { waits: 'us' } }
  const { filters } = (await send(scene, '/api/admin/filters', { name, of })) as {
    filters: { id: string; name: string }[]
  }
  return filters.find((each) => each.name === name)?.id ?? ''
}

/** Acts of operators that have not happened yet. */
export async function missingActs({ database }: Pick<TestJara, 'database'>): Promise<string[]> {
  const confirmed = await database.query<{ act: string }>(
    'select distinct act from operator_requests where confirmed_at is not null',
  )
  const recorded = await database.query<{ act: string }>('select distinct act from operator_audit')
  const lacks = (rows: readonly { act: string }[], act: string) => !rows.some((row) => row.act === act)
  return [
    ...ALL_ACTS.filter((act) => lacks(confirmed, act)).map((act) => `nobody confirmed ${act}`),
    ...Object.keys(COMMANDS)
      .filter((act) => lacks(recorded, act))
      .map((act) => `nobody did ${act}`),
  ]
}
