import { type Mutant, mutantsOf } from './mutant.ts'

const SEALED = [['server/payments/orders/sealed-delivery.test.ts']]

/** Delivered secrets that work for anyone who has them: where they open, and how long they are kept. */
export const sealed: readonly Mutant[] = [
  ...mutantsOf('server/payments/orders/sealed-delivery.ts', SEALED, [
    ['a box opens in any order', 'boundTo: `delivery\\n${userId}\\n${id}`', 'boundTo: `delivery\\n${userId}`'],
    ['a former secret opens no box', 'requireKeys(keys, keyId)', 'keys'],
    ['a change of the secret leaves them', ' and key_id <> $1', ' and key_id < $1 and key_id > $1'],
    ['it comes back for somebody who has left', 'if (await isClosedAccount(tx, userId)) return\n', ''],
  ]),
  ...mutantsOf('server/privacy/close-account.ts', SEALED, [
    [
      'it outlives the account',
      'update orders set delivery_box = null, key_id = null where user_id = $1 and',
      'update orders set token = token where user_id = $1 and',
    ],
  ]),
]
