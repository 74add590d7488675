/**
 * The last alert of each tag that this browser showed: push services repeat and reorder messages. Kept in a database of
 * its own, with tags and numbers only, never a text.
 */

const NAME = 'jara.push'
const STORE = 'shown'
const KEY = 'last'
const TAGS_MAX = 100

export type ShownAlert = { readonly tag: string; readonly seq: number }

/** The alerts to remember once this one is shown, latest last; null unless it is newer than the last of its tag. */
export function rememberShown(shown: readonly ShownAlert[], { tag, seq }: ShownAlert): readonly ShownAlert[] | null {
  const before = shown.find((each) => each.tag === tag)
  if (before !== undefined && before.seq >= seq) return null
  return [...shown.filter((each) => each !== before), { tag, seq }].slice(-TAGS_MAX)
}

/** Whether an alert is newer than all of its tag before; if so, records it as the last. Concurrent calls take turns. */
export async function claimShown(alert: ShownAlert): Promise<boolean> {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite')
      const store = transaction.objectStore(STORE)
      const read: IDBRequest<readonly ShownAlert[] | undefined> = store.get(KEY)
      let isNewer = false
      read.onsuccess = () => {
        const next = rememberShown(read.result ?? [], alert)
        isNewer = next !== null
        if (next !== null) store.put(next, KEY)
      }
      transaction.oncomplete = () => resolve(isNewer)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export async function forgetShown(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
