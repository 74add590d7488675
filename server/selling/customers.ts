import { type CustomerId, isId, type UserId } from '#contract/ids.ts'
import { grouped } from '#contract/money.ts'
import type { Network } from '#contract/purchases.ts'
import type { Customer, CustomerBody, CustomerChanges } from '#contract/selling.ts'
import { CUSTOMER_NAME_MAX_LENGTH, CUSTOMER_NOTE_MAX_LENGTH, CUSTOMERS_MAX } from '#contract/selling-limits.ts'
import type { Deps } from '#server/deps.ts'
import { readNetwork, readPhone } from '#server/payments/bills/read-number.ts'
import { isSqlError, type Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

type CustomerRow = Omit<Customer, 'createdAt' | 'id'> & { readonly id: CustomerId; readonly createdAt: Date }

const COLUMNS = `id, name, phone, network, note, created_at as "createdAt"`

/** All customers of a seller, by name. Bounded by CUSTOMERS_MAX. */
export async function listCustomers(sql: Sql, userId: UserId): Promise<Customer[]> {
  const rows = await sql.query<CustomerRow>(
    `select ${COLUMNS} from customers where user_id = $1 order by lower(name), name, id`,
    [userId],
  )
  return rows.map(toCustomer)
}

/**
 * Saves a customer, or finds the one with this name and number.
 *
 * @throws AppError `form.incomplete`, `phone.invalid`, `network.unknown`, `list.too-long` beyond CUSTOMERS_MAX
 */
export async function addCustomer(
  deps: Pick<Deps, 'database' | 'clock' | 'newId'>,
  userId: UserId,
  body: CustomerBody,
): Promise<{ customer: Customer; isNew: boolean }> {
  const of = readCustomer(body)
  return await deps.database.transaction(async (tx) => {
    // A user's additions run one after another, so that the limit holds however many arrive at once.
    await tx.query('select 1 from users where id = $1 for no key update', [userId])
    const [known] = await tx.query<CustomerRow>(
      `select ${COLUMNS} from customers where user_id = $1 and phone = $2 and name = $3`,
      [userId, of.phone, of.name],
    )
    if (known !== undefined) return { customer: toCustomer(known), isNew: false }
    const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
      'select count(*)::int as count from customers where user_id = $1',
      [userId],
    )
    if (count >= CUSTOMERS_MAX) {
      throw new AppError('list.too-long', {
        message: `You have ${grouped(CUSTOMERS_MAX)} customers, the most allowed. Delete one you no longer need, then save this one.`,
      })
    }
    const row: CustomerRow = { ...of, id: deps.newId('cus'), createdAt: deps.clock.now() }
    await tx.query(
      `insert into customers (user_id, id, name, phone, network, note, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [userId, row.id, row.name, row.phone, row.network, row.note, row.createdAt],
    )
    return { customer: toCustomer(row), isNew: true }
  })
}

/** @throws AppError `customer.not-found`, and those of addCustomer */
export async function changeCustomer(
  deps: Pick<Deps, 'database'>,
  userId: UserId,
  id: string,
  changes: CustomerChanges,
): Promise<Customer> {
  return await deps.database.transaction(async (tx) => {
    const [known] = isId('cus', id)
      ? await tx.query<CustomerRow>(`select ${COLUMNS} from customers where user_id = $1 and id = $2 for update`, [
          userId,
          id,
        ])
      : []
    if (known === undefined) throw new AppError('customer.not-found')
    const row = {
      ...known,
      ...readCustomer({
        name: changes.name ?? known.name,
        phone: changes.phone ?? known.phone,
        network: changes.network === undefined ? known.network : changes.network,
        note: changes.note === undefined ? known.note : changes.note,
      }),
    }
    await tx
      .query('update customers set name = $3, phone = $4, network = $5, note = $6 where user_id = $1 and id = $2', [
        userId,
        id,
        row.name,
        row.phone,
        row.network,
        row.note,
      ])
      .catch(refuseTwice)
    return toCustomer(row)
  })
}

/** Sales keep the name they were made under. @throws AppError `customer.not-found` */
export async function deleteCustomer(sql: Sql, userId: UserId, id: string): Promise<void> {
  const gone = isId('cus', id)
    ? await sql.query('delete from customers where user_id = $1 and id = $2 returning 1', [userId, id])
    : []
  if (gone.length === 0) throw new AppError('customer.not-found')
}

function readCustomer(body: CustomerBody): Pick<Customer, 'name' | 'phone' | 'network' | 'note'> {
  const name = cleanLine(body.name, CUSTOMER_NAME_MAX_LENGTH)
  if (name === '') throw new AppError('form.incomplete', { fields: { name: 'Required' } })
  const phone = readPhone(body.phone)
  const network: Network | null = body.network == null ? null : readNetwork(body.network).network
  const note = cleanLine(body.note ?? '', CUSTOMER_NOTE_MAX_LENGTH)
  return { name, phone, network, note: note === '' ? null : note }
}

function refuseTwice(error: unknown): never {
  if (!isSqlError(error, '23505', 'customers_once')) throw error
  throw new AppError('request.invalid', {
    message: 'You already have a customer with this name and number. Nothing was changed.',
    fields: { name: 'You already have this customer' },
    cause: error,
  })
}

function toCustomer(row: CustomerRow): Customer {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
