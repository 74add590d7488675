import { TOUCH_HEADER } from '#contract/constants.ts'
import type { PushAnswer } from '#contract/push.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { bodyOf } from '#tests/support/push.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { turnSmsOn } from '#tests/support/sms.ts'

/** The `user-agent` of a browser that lists show by name. */
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

/** Turns alerts on for a phone and three browsers: for one the push service asks us to wait, another is gone. */
export async function turnAlertsOn(jara: TestJara, person: Person): Promise<void> {
  await turnSmsOn(jara, person, '08031112224')
  await person.call('PUT', '/api/alerts/settings', { category: 'money', channel: 'sms', isOn: true })
  for (let browsers = 0; browsers < 3; browsers++) await subscribe(jara, person)
  await payIn(jara, person)
  for (const fault of ['gone', 'rate-limited']) {
    await jara.sandbox.fault({ provider: 'push', operation: 'send', fault })
    await payIn(jara, person)
  }
}

/** Money in, with an SMS that was neither accepted nor refused. */
export async function leaveAnSmsOpen(jara: TestJara, person: Person): Promise<void> {
  await jara.sandbox.fault({ provider: 'termii', operation: 'send', fault: 'reset', count: 100 })
  await payIn(jara, person)
}

async function subscribe(jara: TestJara, person: Person): Promise<void> {
  // Under the name by which the app knows its push service.
  const world = openSandboxControl(jara.deps.config.sandboxUrl ?? '')
  const { publicKey } = (await person.call<PushAnswer>('GET', '/api/push')).body
  const answer = await fetch(`${jara.url}/api/push`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: person.cookie(),
      'user-agent': CHROME,
      [TOUCH_HEADER]: '1',
    },
    body: JSON.stringify(bodyOf(await world.subscribe(publicKey))),
  })
  if (!answer.ok) throw new Error(`no push: ${await answer.text()}`)
}

async function payIn(jara: TestJara, person: Person): Promise<void> {
  const accountNumber = (await fundingOf(person)).account?.accountNumber ?? ''
  await jara.sandbox.payIn({ accountNumber, amountKobo: '90000' })
  await jara.settle()
}
