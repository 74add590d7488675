/** One record in IndexedDB, the only storage that keeps a non-extractable key. */

const NAME = 'jara'
const STORE = 'device'
const KEY = 'current'

export async function readRecord(): Promise<unknown> {
  return withStore('readonly', (store) => store.get(KEY))
}

export async function writeRecord(record: unknown): Promise<void> {
  await withStore('readwrite', (store) => store.put(record, KEY))
}

export async function removeRecord(): Promise<void> {
  await withStore('readwrite', (store) => store.delete(KEY))
}

async function withStore(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      // Resolved on completion, not on success: a key counts as kept only when it is on the disk's side.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
