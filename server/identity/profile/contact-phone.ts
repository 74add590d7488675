import type { UserId } from '#contract/ids.ts'
import { readTypedPhone } from '#contract/phones.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** A Nigerian phone number in E.164, such as `+2348031234567`: the stored form, and the one that providers accept. */
export type ContactPhone = `+234${string}`

/** @throws AppError account.phone-invalid */
export function requireContactPhone(uncheckedPhone: string): ContactPhone {
  const digits = readTypedPhone(uncheckedPhone)
  if (digits !== null) return `+234${digits.slice(1)}`
  throw new AppError('account.phone-invalid', {
    fields: { phone: 'Enter a Nigerian mobile number, such as 0803 123 4567' },
  })
}

/** The eleven digits that people know: `08031234567`. */
export function nationalPhone(phone: string): string {
  return phone.replace(/^\+234/, '0')
}

export async function readContactPhone(sql: Sql, userId: UserId): Promise<ContactPhone | null> {
  const [row] = await sql.query<{ phone: ContactPhone }>('select phone from contact_phones where user_id = $1', [
    userId,
  ])
  return row?.phone ?? null
}

/** Stores a person's phone number, in a transaction that has locked the user. Returns whether it changed. */
export async function keepContactPhone(
  tx: Transaction,
  { userId, phone, now }: { userId: UserId; phone: ContactPhone; now: Date },
): Promise<boolean> {
  const written = await tx.query(
    `insert into contact_phones as c (user_id, phone, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set phone = excluded.phone, changed_at = excluded.changed_at where c.phone <> excluded.phone
     returning 1`,
    [userId, phone, now],
  )
  return written.length > 0
}

/** @throws AppError session.none when the account was closed meanwhile */
export async function lockOpenUser(tx: Transaction, userId: UserId): Promise<void> {
  const open = await tx.query('select 1 from users where id = $1 and closed_at is null for no key update', [userId])
  if (open.length === 0) throw new AppError('session.none')
}
