import fs from 'node:fs'

const LOOK_EVERY_MS = 500

/** Calls back when the process that started this one is gone. */
export function whenParentIsGone(callBack) {
  whenChanged(() => process.ppid, callBack)
}

/**
 * Calls back when npm, which runs a script through a shell, is gone. A signal to npm ends the shell or npm without a word
 * to the script: without this, `kill` on npm would leave the product running. Does nothing when npm did not start this.
 */
export function whenNpmIsGone(callBack) {
  if (process.env.npm_lifecycle_event === undefined) return
  whenChanged(() => `${process.ppid} ${parentOf(process.ppid)}`, callBack)
}

function whenChanged(look, callBack) {
  const before = look()
  const timer = setInterval(() => {
    if (look() === before) return
    clearInterval(timer)
    callBack()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The fourth field of Linux's `stat`; the second, the name, may hold anything between its brackets. Elsewhere unknown. */
function parentOf(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return 'unknown'
  }
}
