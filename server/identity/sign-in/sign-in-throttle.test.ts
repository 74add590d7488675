import { expect, it } from 'vitest'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { throttleKey } from './sign-in-throttle.ts'

it('a wait is kept under a name made with the key of waits, and with no other', () => {
  const [keys, others] = [keysFrom(Buffer.alloc(32, 1)), keysFrom(Buffer.alloc(32, 2))]
  const nameWith = (given: typeof keys) => throttleKey({ keys: given }, { email: 'Ada@example.ng', ownDeviceId: null })
  expect(nameWith({ ...others, waitKey: keys.waitKey })).toEqual(nameWith(keys))
  expect(nameWith({ ...keys, waitKey: others.waitKey })).not.toEqual(nameWith(keys))
})
