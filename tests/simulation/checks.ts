import { runAudit } from '../../audit/audit.ts'
import type { Row } from '../../audit/rows.ts'
import { checkDebts, compareDeposits, compareFloats, compareWallets } from './money-truth.ts'
import { compareOrders } from './order-truth.ts'
import { checkNobodySilent, checkPromises } from './promises.ts'
import { checkComparisonsRan, checkNothingStopped, checkReconciled } from './reconciled.ts'
import type { Simulation } from './simulation.ts'

/** Checks everything that must always hold: the audit (I1 to I5, I8, I9), the truth outside, and every promise. */
export async function checkNow(simulation: Simulation, atEnd = false): Promise<void> {
  const report = await simulation.database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return await runAudit((text, params) => tx.query<Row>(text, params))
  })
  for (const { invariant, detail } of report.results.flatMap((each) => each.findings)) {
    simulation.violation(`${invariant} ${detail}`)
  }
  await compareOrders(simulation, atEnd)
  await compareDeposits(simulation, atEnd)
  await checkDebts(simulation)
  await checkNothingStopped(simulation)
  await checkPromises(simulation)
  await checkNobodySilent(simulation)
}

/** Checks what must hold once the world is at rest. */
export async function checkAtEnd(simulation: Simulation): Promise<void> {
  await checkNow(simulation, true)
  await compareWallets(simulation)
  await compareFloats(simulation)
  await checkComparisonsRan(simulation)
  await checkReconciled(simulation)
}
