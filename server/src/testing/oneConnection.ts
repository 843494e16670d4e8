import { AsyncLocalStorage } from 'node:async_hooks'
import { DefaultConnectionProvider, TransactionBuilder } from 'kysely'

interface OpenTransaction {
  isOpen: boolean
}

const transactions = new AsyncLocalStorage<OpenTransaction>()
let watching = false

/** Whether `transact` begins it. A test that begins one by itself may be about several connections. */
function isOfTransact(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 5
  const { stack = '' } = new Error('for its stack')
  Error.stackTraceLimit = stackTraceLimit
  return stack.includes('/store/database/transact.ts')
}

/** Runs what a test does beside a transaction of its own, as another server would. */
export const besideTransaction = <T>(work: () => T): T => transactions.exit(work)

/**
 * From now on, what asks for another connection while it is inside of a transaction of `transact` fails. On PostgreSQL a second
 * connection waits for one of the others to end; where as many transactions as there are connections ask for one, all
 * servers wait. On SQLite it reads the store as it was before the transaction.
 */
export function refuseSecondConnections(): void {
  if (watching) return
  watching = true
  const { execute } = TransactionBuilder.prototype
  TransactionBuilder.prototype.execute = function executeWatched<T>(
    this: TransactionBuilder<unknown>,
    work: Parameters<typeof execute<T>>[0],
  ): Promise<T> {
    if (!isOfTransact()) return execute.call(this, work) as Promise<T>
    return execute.call(this, async (trx) => {
      const transaction = { isOpen: true }
      try {
        return await transactions.run(transaction, () => work(trx))
      } finally {
        transaction.isOpen = false
      }
    }) as Promise<T>
  }
  const { provideConnection } = DefaultConnectionProvider.prototype
  DefaultConnectionProvider.prototype.provideConnection = function provideWatched<T>(
    this: DefaultConnectionProvider,
    ...[consumer, options]: Parameters<typeof provideConnection<T>>
  ): Promise<T> {
    if (transactions.getStore()?.isOpen) {
      return Promise.reject(
        new Error('a second connection is asked for inside of a transaction: hand the transaction on'),
      )
    }
    return provideConnection.call(this, consumer, options) as Promise<T>
  }
}

/**
 * Runs `work`, in which every transaction happens twice: once it is rolled back at its end, as PostgreSQL does with a
 * deadlock that is found late, and then it is run anew.
 */
export async function withEveryTransactionTwice<T>(work: () => Promise<T>): Promise<T> {
  const { execute } = TransactionBuilder.prototype
  const rolledBack = Object.assign(new Error('rolled back by the test'), { code: '40001' })
  TransactionBuilder.prototype.execute = async function executeTwice<R>(
    this: TransactionBuilder<unknown>,
    inside: Parameters<typeof execute<R>>[0],
  ): Promise<R> {
    await execute
      .call(this, async (trx) => {
        await inside(trx)
        throw rolledBack
      })
      .catch((error: unknown) => {
        if (error !== rolledBack) throw error
      })
    return (await execute.call(this, inside)) as R
  }
  try {
    return await work()
  } finally {
    TransactionBuilder.prototype.execute = execute
  }
}
