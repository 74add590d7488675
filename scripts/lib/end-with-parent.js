const LOOK_EVERY_MS = 500

/**
 * Calls back when the process that started this one is gone. npm runs a script through a shell, and a signal to npm ends
 * the shell without a word to the script: without this, `kill` on npm would leave the product running.
 */
export function whenParentIsGone(callBack) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callBack()
  }, LOOK_EVERY_MS)
  timer.unref()
}
