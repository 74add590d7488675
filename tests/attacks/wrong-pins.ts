import type { UnlockBody } from '#contract/accounts.ts'
import type { Person } from '#tests/support/person.ts'

type Guesser = Pick<Person, 'call' | 'device'>

/** Complete attempts to unlock, each with its own challenge, and with a wrong PIN unless another is given. */
export async function wrongPins({ call, device }: Guesser, count: number, pin = '9999'): Promise<UnlockBody[]> {
  const pinProof = await device.pinProof(pin)
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const { challenge } = (await call<{ challenge: string }>('GET', '/api/challenges')).body
      return { challenge, pinProof, signature: await device.sign('unlock', challenge) }
    }),
  )
}
