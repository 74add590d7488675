import type { AlertsAnswer } from '#contract/alerts.ts'
import { TOUCH_HEADER } from '#contract/constants.ts'
import type { AuthenticatorOffer, RecoveryCodesAnswer } from '#contract/factors.ts'
import type { UnlockOptions } from '#contract/passkeys.ts'
import type { SecondStepNeeded } from '#contract/second-step.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { makeVictim, type Victim } from '#tests/attacks/victim.ts'
import { newKey, openedBy, writeBy } from '#tests/support/cases.ts'
import { newDevice } from '#tests/support/device.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { close, emptyWallet } from '#tests/support/leaving.ts'
import { approveList, checkList } from '#tests/support/lists.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { setFrozen } from '#tests/support/passkeys.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime, boughtBy, phoneOf } from '#tests/support/purchases.ts'
import { appWith } from '#tests/support/second-step.ts'
import { turnSmsOn } from '#tests/support/sms.ts'
import { newVisitor } from '#tests/support/visitors.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Somebody who uses every feature of an account, and the codes that open it without its device. */
export type FullAccount = Victim & { readonly recoveryCodes: readonly string[] }

export async function makeFullAccount(jara: TestJara): Promise<FullAccount> {
  const victim = await makeVictim(jara)
  const { person } = victim
  await chooseAlerts(jara, person)
  await approveList(person, await checkList(person, `${phoneOf(70)},500,Bola Listed`))
  await must(person, 'POST', '/api/customers', { name: 'Bisi', phone: phoneOf(71), network: 'glo' })
  await must(person, 'PATCH', `/api/beneficiaries/${victim.has.beneficiary}`, { name: 'Mama' })
  await must(person, 'PATCH', '/api/me', { fullName: 'Canaryada Obi' })
  const recoveryCodes = await addApp(jara, person)
  await unlockByPasskey(victim)
  await jara.settle()
  return { ...victim, recoveryCodes }
}

async function chooseAlerts(jara: TestJara, person: Person): Promise<void> {
  await turnSmsOn(jara, person, '08031112223')
  await must(person, 'PUT', '/api/alerts/settings', { category: 'money', channel: 'email', isOn: false })
  const quiet = { fromMinute: 1_320, untilMinute: 360 }
  await must(person, 'PUT', '/api/alerts/preferences', { showsAmounts: false, quiet })
  await payIn(jara, person)
  const { alerts } = await must<AlertsAnswer>(person, 'GET', '/api/alerts')
  await must(person, 'POST', '/api/alerts/seen', { id: alerts[0]?.id })
}

async function payIn(jara: TestJara, person: Person): Promise<void> {
  const accountNumber = (await fundingOf(person)).account?.accountNumber ?? ''
  await jara.sandbox.payIn({ accountNumber, amountKobo: '90000' })
  await jara.settle()
}

/** Adds an authenticator app. Returns the recovery codes that come with it. */
async function addApp(jara: TestJara, person: Person): Promise<readonly string[]> {
  const { secret } = await must<AuthenticatorOffer>(person, 'POST', '/api/authenticator')
  const code = appWith(jara, secret).code()
  return (await must<RecoveryCodesAnswer>(person, 'PUT', '/api/authenticator', { code })).recoveryCodes ?? []
}

async function unlockByPasskey({ person, authenticator }: Victim): Promise<void> {
  const { challenge, options } = await must<UnlockOptions>(person, 'POST', '/api/passkeys/unlock/options')
  await must(person, 'POST', '/api/passkeys/unlock', { challenge, passkey: authenticator.get(options.challenge) })
}

/** Accounts frozen, locked and closed by their owners, one whose PIN is guessed at, one refused an account number. */
export async function makeFormerAccounts(jara: TestJara): Promise<void> {
  await setFrozen(await jara.person('Funke Frozen'), true)
  const guessed = await jara.person('Gbenga Guessed')
  await must(guessed, 'POST', '/api/lock')
  for (const pin of ['0000', '1111', '2222', '3333']) await guessed.unlock(pin)
  const leaver = await jara.person('Lanre Leaver')
  await emptyWallet(jara, leaver)
  await close(leaver)
  await jara.sandbox.fault({ operation: 'dedicated-account', fault: 'account-phone-invalid' })
  await jara.person('Rabi Refused')
}

/** Reports: one about a payment, and one that continues after our reply. */
export async function writeReports({ person, has }: FullAccount): Promise<void> {
  const { transactions } = await must<TransactionsAnswer>(person, 'GET', '/api/transactions')
  const other = transactions.find(({ id }) => id !== has.transaction)
  await openedBy(person, { transactionId: other?.id })
  await writeBy(person, has.case, { key: newKey(), text: 'And another thing.' })
}

/** What expires within minutes: sign-ins, links, codes, quotes and challenges. */
export async function leaveThingsOpen(jara: TestJara, person: Person, full: FullAccount): Promise<void> {
  await signInElsewhere(jara, person, full)
  await person.call('POST', '/api/sessions', {
    email: person.email,
    password: 'wrong wrong',
    device: { publicKey: (await newDevice()).publicKey },
  })
  await person.call('POST', '/api/password-resets', { email: person.email })
  await person.call('POST', '/api/email-proofs', { email: 'fresh@example.ng' })
  await newVisitor(jara).askForCode()
  await leaveQuotes(person)
  await person.call('GET', '/api/challenges')
}

/** One person's sign-in finished with a recovery code; another's begun, with an emailed code. */
async function signInElsewhere(
  jara: TestJara,
  person: Person,
  { person: full, recoveryCodes }: FullAccount,
): Promise<void> {
  const begin = async ({ email, password }: Person): Promise<string> => {
    const device = { publicKey: (await newDevice()).publicKey }
    return (await post<SecondStepNeeded>(jara, '/api/sessions', { email, password, device })).secondStep.token
  }
  const proof = { by: 'recovery-code', code: recoveryCodes[0] }
  await post(jara, '/api/sessions/second-step', { token: await begin(full), proof })
  await begin(person)
}

/** Quotes with a BPC, for a sale and for a list, and a code that belongs to nobody. */
async function leaveQuotes(person: Person): Promise<void> {
  await person.buyBpc('wallet')
  const [code] = await boughtBy(person)
  await person.quote(10_000n, { bpcCode: code?.code ?? null })
  const wrong = { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000', bpcCode: 'AAAA-AAAA-AAAA-AAAA' }
  await person.call('POST', '/api/quotes', wrong)
  const sale = { customerName: 'Bola', priceKobo: '110000' }
  await person.quoteOf(airtime({ phone: phoneOf(72), sale }))
  await checkList(person, `${phoneOf(73)},500,Bola Listed`)
}

/** Posts with the user-agent of a named browser. */
async function post<Body>(jara: TestJara, path: string, body: object): Promise<Body> {
  const answer = await fetch(jara.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, [TOUCH_HEADER]: '1' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function must<Body>(person: Person, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await person.call<Body>(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
