import { expect } from 'vitest'
import type { OrderId, TransferId, UserId } from '#contract/ids.ts'
import { account } from '#server/ledger/accounts.ts'
import { rollUpHouseAccounts } from '#server/ledger/close-days.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Scope } from '../../audit/audit.ts'
import { auditInside } from './books.ts'
import { move, testLedger } from './ledger.ts'

const FLOAT = account.providerFloat('paystack')
const DAY_MS = 24 * 60 * 60_000
const TABLES = [
  'ledger_entries',
  'ledger_transfers',
  'ledger_accounts',
  'ledger_house_balances',
  'ledger_closed_days',
  'installation',
]

/** The books before tampering: Ada has a settled and an open order, Obi only a grant. */
export type Books = {
  readonly ada: UserId
  readonly obi: UserId
  readonly open: OrderId
  /** Ada's transfers: the grant, the settlement of the first order, the hold of the open one. */
  readonly grant: TransferId
  readonly settle: TransferId
  readonly lastHold: TransferId
}

/** Statements that tamper with the books, and the audit's finding: an invariant and the row at fault. */
export type Case<Known = Books> = readonly [
  name: string,
  change: (books: Known) => string[],
  invariant: string,
  detail: (books: Known) => string,
]

/** Posts the books to tamper with. */
export async function postBooks(database: Database): Promise<Books> {
  const ledger = testLedger(database)
  const { newId } = ledger
  const [ada, obi, grant, settle, lastHold] = [newId('usr'), newId('usr'), newId('trf'), newId('trf'), newId('trf')]
  const [first, open] = [newId('ord'), newId('ord')]
  const [available, held] = [account.available(ada), account.held(ada)]
  const reserve = [move(available, held, 700)]
  const fromSandbox = (user: UserId, amount: number) => [move(account.sandboxEquity, account.available(user), amount)]
  await ledger.post({ userId: ada, id: grant, kind: 'grant', movements: fromSandbox(ada, 5_000) })
  await ledger.post({ userId: obi, kind: 'grant', movements: fromSandbox(obi, 5_000) })
  await ledger.post({ userId: ada, kind: 'hold', subjectId: first, movements: reserve })
  await ledger.post({
    userId: ada,
    id: settle,
    kind: 'settle',
    subjectId: first,
    movements: [
      move(held, FLOAT, 680),
      move(held, account.revenueFees, 20),
      move(account.expense('paystack'), FLOAT, 10),
    ],
  })
  await ledger.post({ userId: ada, id: lastHold, kind: 'hold', subjectId: open, movements: reserve })
  // An entry two days later closes the days before it.
  ledger.clock.advance(2 * DAY_MS)
  const eve = newId('usr')
  await ledger.post({ userId: eve, kind: 'grant', movements: fromSandbox(eve, 100) })
  await rollUpHouseAccounts(database)
  return { ada, obi, open, grant, settle, lastHold }
}

/**
 * Makes a change as the owner of the tables, with the append-only triggers off unless they are what is changed, and
 * expects the audit to name the row at fault. Rolls the change back.
 */
export async function expectAuditToFind<Known>(
  database: Database,
  books: Known,
  triggers: 'off' | 'on',
  [, change, invariant, detail]: Case<Known>,
  scope: Scope = 'ledger',
): Promise<void> {
  let findings: string[] = []
  const undo = new Error('undo')
  const changing = database.transaction(async (tx) => {
    const switchAll = async (to: 'enable' | 'disable') => {
      for (const table of TABLES) await tx.query(`alter table ${table} ${to} trigger user`)
    }
    if (triggers === 'off') await switchAll('disable')
    for (const statement of change(books)) await tx.query(statement)
    if (triggers === 'off') await switchAll('enable')
    findings = (await auditInside(tx, scope)).map((each) => `${each.invariant} ${each.detail}`)
    throw undo
  })
  await expect(changing).rejects.toBe(undo)
  expect(findings).toContainEqual(expect.stringMatching(new RegExp(`^${invariant} .*${escaped(detail(books))}`)))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
