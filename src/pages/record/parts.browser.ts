/**
 * Parts of recordings that the server hasn't stored yet, in the IndexedDB of the browser. They are stored as soon as they
 * are recorded, so that neither a reload nor a crash of the browser loses them.
 */

export interface RecordedPart {
  readonly session: string
  readonly take: number
  readonly part: number
  readonly blob: Blob
  /** Milliseconds since 1970. */
  readonly recordedAt: number
}

const STORE = 'parts'
/** Age of parts whose session no longer exists, for example because it was discarded in another browser. */
const ABANDONED_MS = 7 * 86_400_000

let opened: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('parley-recorder', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['session', 'take', 'part'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

export const storePart = (part: RecordedPart): Promise<unknown> => run('readwrite', (store) => store.put(part))

export const deletePart = ({ session, take, part }: RecordedPart): Promise<unknown> =>
  run('readwrite', (store) => store.delete([session, take, part]))

/** @returns parts of a session, in the order in which they were recorded */
export const listParts = (session: string): Promise<RecordedPart[]> =>
  run<RecordedPart[]>('readonly', (store) => store.getAll(IDBKeyRange.bound([session], [session, []])))

/** Deletes parts of a session that was saved or discarded. */
export const deleteParts = (session: string): Promise<unknown> =>
  run('readwrite', (store) => store.delete(IDBKeyRange.bound([session], [session, []])))

export async function deleteAbandonedParts(now = Date.now()): Promise<void> {
  for (const part of await run<RecordedPart[]>('readonly', (store) => store.getAll()))
    if (now - part.recordedAt > ABANDONED_MS) await deletePart(part)
}
