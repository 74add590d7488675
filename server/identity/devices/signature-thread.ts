import { parentPort } from 'node:worker_threads'
import { isRight, type SignatureCheck } from './signatures.ts'

/** The thread of check-elsewhere.ts: gets a group of checks in one message, and answers all of them in one. */
export type SignatureAnswer = boolean | Error

const port = parentPort
port?.on('message', (checks: readonly SignatureCheck[]) => port.postMessage(checks.map(answer)))

function answer(check: SignatureCheck): SignatureAnswer {
  try {
    return isRight(check)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
