import fs from 'node:fs'
import tty from 'node:tty'

const LOOK_EVERY_MS = 500

/** Calls back when the process that started this one is gone. */
export function whenParentIsGone(callBack) {
  const parent = process.ppid
  whenTrue(() => process.ppid !== parent, callBack)
}

/**
 * Calls back when npm, which runs a script through a shell, is gone. A signal to npm ends the shell or npm without a word
 * to the script: without this, `kill` on npm would leave the product running. Does nothing when npm did not start this, and nothing
 * any more after `forget`.
 */
export function whenNpmIsGone(callBack) {
  if (process.env.npm_lifecycle_event === undefined) return { forget: () => undefined }
  const shell = process.ppid
  const npm = parentOf(shell)
  const isGone = () => process.ppid !== shell || (parentOf(shell) ?? npm) !== npm
  let isForgotten = false
  // One look later: a signal that ends npm and says something to this process reaches both at once.
  whenTrue(isGone, () => setTimeout(() => isForgotten || callBack(), LOOK_EVERY_MS))
  return {
    forget() {
      isForgotten = true
    },
  }
}

/** Whether any of what this process reads and prints is a terminal. */
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

/** The fourth field of Linux's `stat`; the second, the name, may hold anything between its brackets. Elsewhere null. */
function parentOf(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return null
  }
}
