import { text as readAll } from 'node:stream/consumers'
import { CannotRunError } from '#server/platform/errors.ts'

/** The part of a terminal that a question without echo needs. */
export type Terminal = Pick<NodeJS.ReadStream, 'setRawMode' | 'setEncoding' | 'resume' | 'pause' | 'on' | 'off'>
type Screen = { write(text: string): unknown }
type Input = NodeJS.ReadableStream & {
  readonly isTTY?: boolean
  readonly setRawMode?: Terminal['setRawMode']
}

/** The input of a command: typed at a terminal, or piped in. */
export type CommandInput = {
  isTerminal(): boolean
  /**
   * Asks a question at the terminal and reads the answer without echo. Without a terminal, reads the next line of the
   * input.
   *
   * @throws CannotRunError when the input has ended, or was interrupted
   */
  askSecret(question: string): Promise<string>
  /** Everything typed until its end; without a terminal, the rest of the input. */
  readRest(): Promise<string>
}

const [ENTER, RETURN, INTERRUPT, END, BACKSPACE, DELETE] = ['\r', '\n', '\u0003', '\u0004', '\b', '\u007f']

/** The input of a process. Nothing is read from it before the first question. */
export function inputOf(of: { readonly stdin: Input; readonly stderr: Screen }): CommandInput {
  let piped: string | null = null
  return {
    isTerminal: () => isTerminal(of.stdin),
    async askSecret(question) {
      const { stdin } = of
      if (isTerminal(stdin)) return await readWithoutEcho(stdin, of.stderr, question)
      piped ??= await readAll(stdin)
      if (piped === '') throw new CannotRunError(`${question}type it, or give it as the next line of the input`)
      const [line = '', ...rest] = piped.split('\n')
      piped = rest.join('\n')
      return line.replace(/\r$/, '')
    },
    readRest: async () => piped ?? (await readAll(of.stdin)),
  }
}

function isTerminal(stdin: Input): stdin is Input & Terminal {
  return stdin.isTTY === true
}

/** Reads one line from a terminal without echo. */
export async function readWithoutEcho(terminal: Terminal, screen: Screen, question: string): Promise<string> {
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
        if (sign === INTERRUPT || sign === END) return end(() => reject(new CannotRunError('it was interrupted')))
        typed = sign === BACKSPACE || sign === DELETE ? typed.slice(0, -1) : [...typed, sign]
      }
    }
    terminal.on('data', onData)
    terminal.resume()
  })
}
