import fs from 'node:fs'
import path from 'node:path'

/** The same engine without a window's parts: a test takes a third less CPU time. */
const SHELL = 'chromium-headless-shell'
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The browser for tests: the one that CHROMIUM_PATH names, or the leanest on this machine; null without any. */
export function findChromium() {
  return named() ?? inPath(SHELL) ?? findWholeChromium()
}

/** A full browser, with features that the shell leaves out, such as batched reports of a broken policy. */
export function findWholeChromium() {
  return PROGRAMS.map(inPath).find((found) => found !== null) ?? named()
}

function named() {
  const file = process.env.CHROMIUM_PATH
  return file && fs.existsSync(file) ? file : null
}

/** The file of a program, looked for in /usr/bin and then along PATH; null when it is nowhere. */
export function inPath(program) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.map((folder) => path.join(folder, program)).find((file) => fs.existsSync(file)) ?? null
}
