import { AsyncLocalStorage } from 'node:async_hooks'

const open = new AsyncLocalStorage<object>()

/**
 * Prevents using the base handle while a transaction of the same call chain is open. The embedded database would
 * deadlock; on PostgreSQL the statement would silently run outside the transaction.
 */
export const transactionGuard = {
  run: <T>(owner: object, work: () => Promise<T>): Promise<T> => open.run(owner, work),
  refuseInside(owner: object): void {
    if (open.getStore() === owner) {
      throw new Error('the base database handle was used inside a transaction: pass the transaction on')
    }
  },
}
