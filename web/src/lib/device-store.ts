/** One record in IndexedDB, the only storage that keeps a non-extractable key. */

const NAME = 'jara'
const STORE = 'device'
const KEY = 'current'
const TRIAL = 'trial'

/**
 * The browser stores nothing for this site: blocked, full, or a private window of an old browser. `message` says what
 * to do.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'

  constructor(cause?: unknown) {
    super(
      'This browser is not saving anything for this site. Allow cookies and site data, free up space, or leave private browsing. Your money is untouched.',
      { cause },
    )
  }
}

export async function readRecord(): Promise<unknown> {
  return withStore('readonly', (store) => store.get(KEY))
}

export async function writeRecord(record: unknown): Promise<void> {
  await withStore('readwrite', (store) => store.put(record, KEY))
}

export async function removeRecord(): Promise<void> {
  await withStore('readwrite', (store) => store.delete(KEY))
}

/**
 * Checks, before anything is sent, that what a sign-in needs can be stored: a session without its key is useless.
 *
 * @throws StorageError if it cannot
 */
export async function tryStore(): Promise<void> {
  if (navigator.cookieEnabled === false) throw new StorageError()
  await withStore('readwrite', (store) => store.put(TRIAL, TRIAL))
  await withStore('readwrite', (store) => store.delete(TRIAL))
}

async function withStore(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  let database: IDBDatabase | undefined
  try {
    const opened = await open()
    database = opened
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      // Resolved on completion, not on success: only then is a key stored.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch (cause) {
    throw new StorageError(cause)
  } finally {
    database?.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = reject
  })
}
