import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Simulated machines: network namespaces on one bridge, inside the app machine's namespace. Nothing outside can reach
 * them, and every port is free in each.
 */

export const DATABASE_NODES = [1, 2, 3] as const
export type NodeNumber = (typeof DATABASE_NODES)[number]

const APP_ADDRESS = '10.213.7.1'

/** The folder that holds everything of a drill. */
export const folderOf = (prefix: string) => path.join(os.tmpdir(), prefix)
export const addressOf = (node: NodeNumber) => `10.213.7.${10 + node}`
const appMachine = (prefix: string) => `${prefix}-app`
const databaseMachine = (prefix: string, node: NodeNumber) => `${prefix}-${node}`
const machinesOf = (prefix: string) => [appMachine(prefix), ...DATABASE_NODES.map((n) => databaseMachine(prefix, n))]
/** The end of a node's cable that is plugged into the bridge. */
const cableOf = (node: NodeNumber) => `to-node${node}`

/** The prefix that runs a command on a node's machine. */
export const onNode = (prefix: string, node: NodeNumber) => ['ip', 'netns', 'exec', databaseMachine(prefix, node)]

/**
 * Makes the machines and runs this program again on the app's. Afterwards it removes every process and everything else
 * it made, however the run ended. Returns the exit code.
 *
 * @throws if not root, or if the kernel makes no namespaces
 */
export async function inMachines(command: (prefix: string) => readonly string[]): Promise<number> {
  const prefix = `jara-cluster-${process.pid}`
  process.once('exit', () => removeMachines(prefix))
  let inside: ChildProcess | undefined
  // On a second signal too: whatever was made is always removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => inside?.kill('SIGTERM'))
  makeMachines(prefix)
  inside = spawn('ip', ['netns', 'exec', appMachine(prefix), process.execPath, ...command(prefix)], {
    stdio: 'inherit',
  })
  const [code] = await once(inside, 'exit')
  return code ?? 1
}

function makeMachines(prefix: string): void {
  fs.mkdirSync(folderOf(prefix))
  for (const machine of machinesOf(prefix)) {
    ip('netns', 'add', machine)
    ip('-n', machine, 'link', 'set', 'lo', 'up')
  }
  const app = appMachine(prefix)
  ip('-n', app, 'link', 'add', 'lan', 'type', 'bridge')
  ip('-n', app, 'address', 'add', `${APP_ADDRESS}/24`, 'dev', 'lan')
  ip('-n', app, 'link', 'set', 'lan', 'up')
  for (const node of DATABASE_NODES) {
    const machine = databaseMachine(prefix, node)
    ip('-n', app, 'link', 'add', cableOf(node), 'type', 'veth', 'peer', 'name', 'lan', 'netns', machine)
    ip('-n', machine, 'address', 'add', `${addressOf(node)}/24`, 'dev', 'lan')
    ip('-n', machine, 'link', 'set', 'lan', 'up')
    ip('-n', app, 'link', 'set', cableOf(node), 'master', 'lan', 'up')
  }
}

function removeMachines(prefix: string): void {
  for (const machine of machinesOf(prefix)) {
    // A machine that was never made has no processes and cannot be removed.
    try {
      for (const pid of pidsOf(machine)) killNow(pid)
      ip('netns', 'delete', machine)
    } catch {}
  }
  fs.rmSync(folderOf(prefix), { recursive: true, force: true, maxRetries: 5 })
}

/** Run from inside: pulls a node's cable, or plugs it in again. Packets sent to the node vanish without an error. */
export function connect(node: NodeNumber, isConnected: boolean): void {
  ip('link', 'set', cableOf(node), isConnected ? 'up' : 'down')
}

/** Kills a node's processes with SIGKILL, all at once, except programs named in `except`. */
export function killOn(prefix: string, node: NodeNumber, except: readonly string[] = []): void {
  const pids = pidsOf(databaseMachine(prefix, node))
  for (const pid of pids.filter((each) => !except.includes(programOf(each)))) killNow(pid)
}

function pidsOf(machine: string): number[] {
  return ip('netns', 'pids', machine).split('\n').filter(Boolean).map(Number)
}

function programOf(pid: number): string {
  const file = `/proc/${pid}/comm`
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just exited.
  }
}

function ip(...words: string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
