import { text as readAll } from 'node:stream/consumers'
import { CannotRunError } from '#server/platform/errors.ts'

/** As much of a terminal as a question without an echo needs. */
export type Terminal = Pick<NodeJS.ReadStream, 'setRawMode' | 'setEncoding' | 'resume' | 'pause' | 'on' | 'off'>

const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ['\r', '\n', '\u0003', '\u0004', '\b', '\u007f']

let piped: string | null = null

/**
 * What somebody types at the terminal after a question, unseen; without a terminal the next line of the input.
 *
 * @throws CannotRunError when the input has ended, or it was broken off
 */
export async function askSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) return await readUnseen(process.stdin, process.stderr, question)
  piped ??= await readAll(process.stdin)
  if (piped === '') throw new CannotRunError(`${question}it is typed, or is the next line of the input`)
  const [line = '', ...rest] = piped.split('\n')
  piped = rest.join('\n')
  return line.replace(/\r$/, '')
}

/** What is typed up to its end; without a terminal what is left of the input. */
export async function readRest(): Promise<string> {
  if (piped !== null) return piped
  return await readAll(process.stdin)
}

/** Reads one line from a terminal that shows nothing of it. */
export async function readUnseen(
  terminal: Terminal,
  screen: { write(text: string): unknown },
  question: string,
): Promise<string> {
  // Before the prompt, so that fast typing is not echoed either.
  terminal.setRawMode(true)
  terminal.setEncoding('utf8')
  screen.write(question)
  let typed: readonly string[] = []
  return await new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      terminal.off('data', onData)
      terminal.setRawMode(false)
      terminal.pause()
      screen.write('\n')
      act()
    }
    const onData = (chunk: string) => {
      for (const sign of chunk) {
        if (sign === ENTER || sign === RETURN) return end(() => resolve(typed.join('')))
        if (sign === INTERRUPT || sign === END) return end(() => reject(new CannotRunError('it was broken off')))
        typed = sign === BACKSPACE || sign === DELETE ? typed.slice(0, -1) : [...typed, sign]
      }
    }
    terminal.on('data', onData)
    terminal.resume()
  })
}
