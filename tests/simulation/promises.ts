import type { Simulation } from './simulation.ts'

type Kept = {
  readonly id: string
  readonly userId: string
  readonly quote: string
  readonly total: bigint
  readonly state: string
}

/** I7: everything that somebody was told was done is there, as agreed. */
export async function checkPromises({ database, memory, people, violation }: Simulation): Promise<void> {
  const orders = await database.query<Kept>(
    'select id, user_id as "userId", quote_id as quote, total_kobo as total, state from orders',
  )
  const kept = new Map(orders.map((row) => [row.id, row]))
  for (const [id, { userId, agreed }] of memory.orders) {
    const order = kept.get(id)
    if (order === undefined) violation(`order ${id} was acknowledged and is gone`)
    else if (order.userId !== userId || order.quote !== agreed.id || order.total.toString() !== agreed.totalKobo) {
      violation(`order ${id} is not what was agreed`)
    }
  }
  for (const id of memory.cancelled) {
    if (kept.get(id)?.state !== 'released') violation(`order ${id} was cancelled and is ${kept.get(id)?.state}`)
  }
  for (const id of memory.givenBack) {
    if (kept.get(id)?.state !== 'returned') violation(`order ${id} was given back and is ${kept.get(id)?.state}`)
  }
  const users = await database.query<{ id: string; frozen: boolean; pin: boolean }>(
    `select u.id, u.frozen_at is not null as frozen, p.pin_hash is not null as pin
     from users u left join pins p on p.user_id = u.id`,
  )
  const accounts = new Map(users.map((row) => [row.id, row]))
  for (const person of people) {
    const account = accounts.get(person.id ?? '')
    if (person.id === null) continue
    if (account === undefined) violation(`${person.email} was opened an account and it is gone`)
    else if (person.frozen !== null && account.frozen !== person.frozen) violation(`${person.email}: a freeze was lost`)
  }
}

/** I11: every open order is in the queue, with a due time. */
export async function checkNobodySilent({ database, violation }: Simulation): Promise<void> {
  const silent = await database.query<{ id: string; state: string }>(
    `select o.id, o.state from orders o
     where o.state in ('held', 'in_flight', 'pending', 'unknown', 'manual_review', 'awaiting_payment')
       and not exists (select 1 from jobs j where j.kind = 'order' and j.subject_id = o.id)`,
  )
  for (const { id, state } of silent) violation(`order ${id} is ${state}, and nobody will look at it again`)
}
