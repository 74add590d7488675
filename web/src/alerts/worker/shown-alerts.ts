/**
 * Which alert of each tag this browser showed last, in a database of its own: push services repeat messages and change their order. Only
 * tags and numbers, never a text.
 */

const NAME = 'jara.push'
const STORE = 'shown'
const KEY = 'last'
const TAGS_MAX = 100

export type ShownAlert = { readonly tag: string; readonly seq: number }

/** What is remembered once this one is shown, the latest last; null when it is not newer than the one of its tag. */
export function rememberShown(shown: readonly ShownAlert[], { tag, seq }: ShownAlert): readonly ShownAlert[] | null {
  const before = shown.find((each) => each.tag === tag)
  if (before !== undefined && before.seq >= seq) return null
  return [...shown.filter((each) => each !== before), { tag, seq }].slice(-TAGS_MAX)
}

/** Whether an alert is newer than all of its tag before, and from now on the last one. Of two at once, each is asked in its turn. */
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
