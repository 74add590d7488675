import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { addressOf, DATABASE_NODES, type NodeNumber, onNode } from './machines.ts'
import { start, until } from './programs.ts'
import { nodeFolder, type Setting, variablesOf } from './setting.ts'

const state = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
})
const JOINED_WITHIN_MS = 180_000

/** Starts a node's etcd and Patroni with whatever an earlier life left on disk. */
export function startNode(setting: Setting, node: NodeNumber): void {
  startEtcd(setting, node)
  startPatroni(setting, node)
}

function startEtcd(setting: Setting, node: NodeNumber): void {
  const data = path.join(setting.folder, `etcd${node}`)
  fs.mkdirSync(data, { recursive: true, mode: 0o700 })
  const env = { ...variablesOf(setting, 'etcd.env', node), ETCD_DATA_DIR: data }
  start(`etcd${node}`, { command: [...onNode(setting.prefix, node), 'etcd'], env, folder: setting.folder })
}

/** Starts Patroni on one node; Patroni starts PostgreSQL. */
export function startPatroni(setting: Setting, node: NodeNumber): void {
  const own = nodeFolder(setting, node)
  const file = path.join(own, 'patroni.yml')
  const text = fs.readFileSync(path.join(setting.etc, 'patroni.yml'), 'utf8')
  // On real machines each node has this folder to itself.
  fs.writeFileSync(file, text.replaceAll('/run/postgresql', own))
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
  const command = [...onNode(setting.prefix, node), ...asPostgres, '/usr/bin/patroni', file]
  const env = { ...variablesOf(setting, 'patroni.env', node), HOME: own }
  start(`patroni${node}`, { command, env, folder: setting.folder })
}

async function readState(node: NodeNumber) {
  const response = await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_000) })
  return state.parse(await response.json()).members
}

/** The node whose PostgreSQL currently accepts writes. */
export async function primaryNode(): Promise<NodeNumber> {
  return await until('a primary', async () => {
    for (const node of DATABASE_NODES) {
      const answer = await fetch(`http://${addressOf(node)}:8008/primary`, { signal: AbortSignal.timeout(1_000) })
        .then((response) => response.status)
        .catch(() => 0)
      if (answer === 200) return node
    }
    return null
  })
}

/** Waits until all three nodes are on one timeline, one of them as the synchronous standby. Returns the primary. */
export async function untilWhole(): Promise<NodeNumber> {
  await until(
    'three nodes that take part',
    async () => {
      const primary = await primaryNode()
      const members = await readState(primary)
      const running = members.filter((each) => ['running', 'streaming'].includes(each.state))
      const timelines = new Set(running.map((each) => each.timeline))
      return running.length === 3 && timelines.size === 1 && running.some((each) => each.role === 'sync_standby')
    },
    JOINED_WITHIN_MS,
  )
  return await primaryNode()
}

/** Asks one node's PostgreSQL, on its own machine, to commit a row. Returns whether it confirmed within `seconds`. */
export async function commitsOn(setting: Setting, node: NodeNumber, seconds: number): Promise<boolean> {
  const psql = ['psql', '-h', nodeFolder(setting, node), '-U', 'postgres', '-d', 'postgres', '-c']
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
  const command = [...onNode(setting.prefix, node), ...asPostgres, 'timeout', String(seconds), ...psql, PROBE]
  const { child } = start(`probe${node}`, { command, folder: setting.folder })
  await once(child, 'exit')
  return child.exitCode === 0
}

const PROBE = 'insert into probes default values'
/** Run once, by the superuser. */
export const MAKE_PROBES = 'create table if not exists probes (at timestamptz not null default clock_timestamp())'
