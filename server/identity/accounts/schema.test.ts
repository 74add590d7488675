import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Accounts, newPerson, type Person, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { addPasskey } from '#tests/support/passkeys.ts'

/** The database itself refuses what the program never writes: the last line of defence, which no mistake can bypass. */
describe('the database refuses', () => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let person: Person
  beforeAll(async () => {
    fresh = await freshDatabase('pglite')
    accounts = await startAccounts(fresh.database)
    person = await newPerson(accounts)
    await addPasskey(person.browser, { origin: 'http://localhost:3000' })
  })
  afterAll(() => fresh.drop())

  test.each([
    [
      'a second active device',
      "insert into devices select user_id, 'dev_' || repeat('0', 35), key_x, key_y, now() from devices",
    ],
    [
      'a second account with the same email',
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
      select 'usr_' || repeat('0', 35), upper(email), full_name, password_hash, now(), now() from users`,
    ],
    [
      'a second session with the same token',
      `insert into sessions
      select user_id, 'ses_' || repeat('0', 35), device_id, token_hash, now(), now(), now(), now() from sessions`,
    ],
    [
      'a second starter BPC',
      `insert into bpc_codes
      select user_id, 'bpc_' || repeat('0', 35), kind, status, sha256(code_hash), code_box, now() from bpc_codes`,
    ],
    ['a password in the clear', "update users set password_hash = 'tall giraffes'"],
    ['an email with a line break', "update users set email = E'a@b.ng\\r\\nBcc: c@d.ng'"],
    ['a PIN in the clear', "update pins set pin_hash = '2580'"],
    ['a sixth wrong PIN in a row', 'update pins set wrong_in_row = 6'],
    ['an eleventh wrong PIN in a day', 'update pins set wrong_at = array_fill(now(), array[11])'],
    ["a PIN on a device of somebody else's", "update pins set device_id = 'dev_' || repeat('1', 35)"],
    ['a token in the clear', "update sessions set token_hash = 'token'"],
    ['a starter BPC that was given back', "update bpc_codes set status = 'returned', returned_at = now()"],
    [
      'a second passkey with the same credential',
      `insert into passkeys
      select user_id, 'pky_' || repeat('0', 35), credential_id, public_key, 0, null, '{}', false, 'x', now() from passkeys`,
    ],
    ['a passkey with a line break in its name', "update passkeys set name = E'My\\nphone'"],
    ['a passkey without a name', "update passkeys set name = ''"],
    ['a passkey without a key', "update passkeys set public_key = ''"],
    ['a counter below nothing', 'update passkeys set counter = -1'],
    ['a browser with more than plain words', "update sessions set browser = E'Chrome\\x1b[31m'"],
    ['a return without its time', "update bpc_codes set kind = 'bought', status = 'returned'"],
  ])('%s', async (_, sql) => {
    const before = await fresh.database.query('select 1 from devices where user_id = $1', [person.session.userId])
    expect(before).toHaveLength(1)
    await expect(fresh.database.query(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
  })
})
