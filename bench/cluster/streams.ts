import https from 'node:https'
import type { PreparedOrder } from '../people.ts'
import { WEB_PORTS } from './app-nodes.ts'
import { post } from './people-load.ts'
import { until } from './programs.ts'

const HEARD_WITHIN_MS = 60_000

/**
 * Opens a person's stream at every web process, approves through the edge, and waits until each stream reports that
 * order, whichever process accepted it and whichever worker sends it. Returns what was not heard.
 */
export async function hearEverywhere(order: PreparedOrder): Promise<string[]> {
  const agent = new https.Agent({ rejectUnauthorized: false })
  const heard = WEB_PORTS.map((port) => openStream(agent, port, order.cookie))
  try {
    await until('open streams', async () => heard.every(({ text }) => text.includes('retry:')))
    const { status, text } = await until('an answer', async () => {
      const answer = await post(agent, order)
      return answer.status === 201 || answer.status === 200 ? answer : null
    })
    const id = /"id":"(ord_\w+)"/.exec(text)?.[1] ?? `an order that was answered ${status}`
    await until('the event', async () => heard.every((each) => each.text.includes(id)), HEARD_WITHIN_MS)
    return []
  } catch (error) {
    return [`streams: ${error instanceof Error ? error.message : error}`]
  } finally {
    agent.destroy()
  }
}

function openStream(agent: https.Agent, port: number, cookie: string): { readonly text: string } {
  const heard = { text: '' }
  const headers = { cookie: `__Host-${cookie}` }
  const request = https.get(`https://localhost:${port}/api/events`, { agent, headers }, (response) => {
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => (heard.text += chunk))
    response.on('error', () => undefined)
  })
  // Closing the stream at the end of this check raises an error.
  request.on('error', () => undefined)
  return heard
}
