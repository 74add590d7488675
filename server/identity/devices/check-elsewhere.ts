import { setImmediate as nextTurn } from 'node:timers'
import { Worker } from 'node:worker_threads'
import type { SignatureAnswer } from './signature-thread.ts'
import { isRight, type SignatureCheck } from './signatures.ts'

type Waiting = {
  readonly check: SignatureCheck
  readonly resolve: (isRight: boolean) => void
  readonly reject: (error: unknown) => void
}

/** A thread that checks signatures, and the groups it has not answered yet, oldest first. */
type Thread = { readonly worker: Worker; readonly asked: (readonly Waiting[])[] }

let thread: Thread | null = null
let waiting: Waiting[] = []
/** Warns once, until a thread answers again: under load, every group would find the thread missing. */
let hasWarned = false

/**
 * Checks a signature on a separate thread, while this one works for others. All requests of one turn of the event loop
 * share a message. Node's own thread pool also hashes passwords and looks up names, and each signature would have to
 * wake one of its threads.
 *
 * @throws Error as isRight
 */
export function checkElsewhere(check: SignatureCheck): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) nextTurn(ask)
    waiting.push({ check, resolve, reject })
  })
}

function ask(): void {
  const group = waiting
  waiting = []
  try {
    thread ??= begin()
    // Keeps the process alive until they are answered, and no longer.
    thread.worker.ref()
    thread.worker.postMessage(group.map(({ check }) => check))
    thread.asked.push(group)
  } catch {
    // The machine cannot start another thread.
    warn()
    for (const each of group) checkHere(each)
  }
}

function begin(): Thread {
  // It reads no settings, so it gets no environment.
  const worker = new Worker(new URL(import.meta.resolve('./signature-thread.ts')), { name: 'signatures', env: {} })
  const begun: Thread = { worker, asked: [] }
  worker.on('message', (answers: readonly SignatureAnswer[]) => {
    hasWarned = false
    const group = begun.asked.shift() ?? []
    if (begun.asked.length === 0) worker.unref()
    for (const [i, { resolve, reject }] of group.entries()) {
      const answer = answers[i]
      if (typeof answer === 'boolean') resolve(answer)
      else reject(answer ?? new Error('a signature was not checked'))
    }
  })
  // 'exit' follows; without a listener, an error in the thread would end the process.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (thread === begun) thread = null
    warn()
    for (const each of begun.asked.flat()) checkHere(each)
  })
  return begun
}

function warn(): void {
  if (hasWarned) return
  hasWarned = true
  process.emitWarning('no thread checks signatures: until one starts, approvals are slower', {
    code: 'JARA_SIGNATURES',
  })
}

/** Checks on this thread what an ended thread left; the next group gets a new one. */
function checkHere({ check, resolve, reject }: Waiting): void {
  try {
    resolve(isRight(check))
  } catch (error) {
    reject(error)
  }
}
