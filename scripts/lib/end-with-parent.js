import fs from 'node:fs'
import tty from 'node:tty'

const LOOK_EVERY_MS = 500

/** Calls back when the process that started this one is gone. */
export function whenParentIsGone(callBack) {
  const parent = process.ppid
  whenTrue(() => process.ppid !== parent, callBack)
}

/**
 * Calls back when npm, which runs a script through a shell, is gone. A signal to npm ends the shell or npm but never
 * reaches the script: without this, `kill` on npm would leave the product running. Does nothing if npm did not start
 * this process, or after `forget`.
 */
export function whenNpmIsGone(callBack) {
  if (process.env.npm_lifecycle_event === undefined) return { forget: () => undefined }
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || (parentOf(shell) ?? npm) !== npm
  let isForgotten = false
  // One poll later: a signal that ends npm may also be sent to this process, and both arrive at once.
  whenTrue(isGone, () => setTimeout(() => isForgotten || callBack(), LOOK_EVERY_MS))
  return {
    forget() {
      isForgotten = true
    },
  }
}

/** Whether any standard stream of this process is a terminal. */
export function hasTerminal() {
  return [0, 1, 2].some((fd) => tty.isatty(fd))
}

function whenTrue(isGone, callBack) {
  const timer = setInterval(() => {
    if (!isGone()) return
    clearInterval(timer)
    callBack()
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** The fourth field of Linux's `stat`; the second, a name in brackets, may hold anything. Null on other systems. */
function parentOf(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return null
  }
}
