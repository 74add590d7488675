import type { SignedIn } from '#contract/accounts.ts'
import { SESSION_LIFETIME_MS, SESSION_LOCK_MS, SESSION_OPEN_MAX_MS, TOUCH_HEADER } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Quote } from '#contract/orders.ts'
import type { Activity } from './activity.ts'
import type { Chance } from './chance.ts'
import { type Device, newDevice } from './device.ts'
import type { Product } from './product.ts'
import type { Time } from './time.ts'

export type Answer<Body> = { readonly status: number; readonly body: Body & Partial<ErrorBody> }

/** A user of the product with a browser: a session cookie, device keys, a PIN, and everything they were told. */
export type Person = {
  readonly name: string
  readonly email: string
  /** Null until they know about their account. */
  id: string | null
  hasPin: boolean
  /** The last reply about freezing their account. Null while a reply was lost. */
  frozen: boolean | null
  /** Quotes they were shown and have kept, newest last, approved or not. */
  readonly quotes: Quote[]
  /** Orders they know about, newest last. */
  readonly orders: string[]
  /** Codes they were told they had bought. */
  readonly codes: Set<string>
  call<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer<Body>>
  /** Registers, or signs in if the reply to registering was lost. */
  join(): Promise<number>
  /** Gives a phone number and requests an account number with it; also repeats the request. */
  askForAccount(): Promise<number>
  signIn(): Promise<number>
  /** Makes sure their session is open: with the PIN, also after a day of use, or after 30 days with the password. */
  comeBack(): Promise<void>
  unlock(pin?: string): Promise<number>
  /** The approval of a quote. */
  approval(of: { challenge: string; terms: string }, pin?: string): unknown
  approvalOf(purpose: 'freeze' | 'unfreeze'): Promise<unknown>
}

const PIN = '4071'
const PHONE = '08031234567'
const PASSWORD = 'correct horse battery'

type Parts = { chance: Chance; time: Time; activity: Activity; product: () => Product }

export function newPerson(number: number, { chance, time, activity, product }: Parts): Person {
  const device: Device = newDevice(chance)
  const letters = 'abcdefghij'
  const name = `Ada ${letters.charAt(number / 10).toUpperCase()}${letters.charAt(number % 10)}obi`
  let cookie = ''
  let deviceId = ''
  let signedInAtMs = Number.NEGATIVE_INFINITY
  let unlockedAtMs = Number.NEGATIVE_INFINITY
  let seenAtMs = Number.NEGATIVE_INFINITY

  const person: Person = {
    name,
    email: `person${number}@example.ng`,
    id: null,
    hasPin: false,
    frozen: false,
    quotes: [],
    orders: [],
    codes: new Set(),
    async call<Body>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
      const json = body === undefined ? {} : { payload: JSON.stringify(body) }
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await product().request({
        method,
        url: path,
        headers: { cookie, [TOUCH_HEADER]: '1', ...type },
        ...json,
      })
      const fresh = answer.cookies.map((each) => each.split(';')[0] ?? '')
      if (fresh.length > 0) cookie = fresh.join('; ')
      if (answer.status < 400) seenAtMs = time.nowMs
      return {
        status: answer.status,
        body: (answer.text === '' ? {} : JSON.parse(answer.text)) as Answer<Body>['body'],
      }
    },
    async join() {
      if (person.id === null) {
        const body = { fullName: name, email: person.email, password: PASSWORD, device }
        const joined = await enter('/api/accounts', { ...body, device: { publicKey: device.publicKey } })
        if (joined !== 201 && (await person.signIn()) !== 200) return joined
      }
      const { status } = await person.call('PUT', '/api/pin', { pinProof: device.pinProof(PIN) })
      if (status === 204) person.hasPin = true
      await person.askForAccount()
      return status
    },
    askForAccount: async () => (await person.call('POST', '/api/funding-account', { phone: PHONE })).status,
    signIn: () =>
      enter('/api/sessions', { email: person.email, password: PASSWORD, device: { publicKey: device.publicKey } }),
    async comeBack() {
      const locksSoon =
        time.nowMs - seenAtMs > SESSION_LOCK_MS / 2 || time.nowMs - unlockedAtMs > SESSION_OPEN_MAX_MS - SESSION_LOCK_MS
      if (time.nowMs - signedInAtMs > SESSION_LIFETIME_MS - SESSION_LOCK_MS) await person.signIn()
      else if (locksSoon && (await person.unlock()) !== 204) await person.signIn()
    },
    async unlock(pin = PIN) {
      const { body } = await person.call<{ challenge: string }>('GET', '/api/challenges')
      if (body.challenge === undefined) return 401
      const { challenge } = body
      const signature = device.sign('unlock', challenge)
      const proof = { challenge, pinProof: device.pinProof(pin), signature }
      const { status } = await person.call('POST', '/api/unlock', proof)
      if (status === 204) unlockedAtMs = time.nowMs
      return status
    },
    approval: ({ challenge, terms }, pin = PIN) => ({
      deviceId,
      pinProof: device.pinProof(pin),
      signature: device.sign('order', challenge, terms),
    }),
    async approvalOf(purpose) {
      const { challenge } = (await person.call<{ challenge: string }>('GET', '/api/challenges')).body
      const signature = device.sign(purpose, challenge ?? '')
      return { challenge, approval: { deviceId, pinProof: device.pinProof(PIN), signature } }
    },
  }

  /** Other threads hash passwords: activity is not quiet until they are done. */
  async function enter(path: string, body: unknown): Promise<number> {
    const answer = await activity.during(() => person.call<SignedIn>('POST', path, body))
    if (answer.status < 300) {
      person.id = answer.body.user.id
      deviceId = answer.body.deviceId
      person.hasPin = answer.body.pinSet
      signedInAtMs = time.nowMs
      unlockedAtMs = time.nowMs
    }
    return answer.status
  }
  return person
}
