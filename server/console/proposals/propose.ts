import type { ClosingBody, JointClosingBody, ResumptionBody } from '#contract/console/proposals.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import { readResumable, requestResume } from '#server/controls/ledger-check/operate-books.ts'
import {
  readTogether,
  requestTogether,
  sayDifferences,
  type UncheckedTogether,
} from '#server/controls/reconciliation/close-together.ts'
import {
  readClosing,
  requestClosing,
  type UncheckedClosing,
} from '#server/controls/reconciliation/operate-exceptions.ts'
import type { Deps } from '#server/deps.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { summaryOf } from './prospect.ts'

export const RESUMPTION: ConsoleProposal<ResumptionBody> = {
  act: 'resume-money',
  terms: termsOfResumption,
  request: async (deps, { operator, where }, { body: { stop }, evidence }) =>
    await requestResume(deps, operator, { stop, where, evidence }),
}

export const CLOSING: ConsoleProposal<ClosingBody> = {
  act: 'close-difference',
  terms: termsOfClosing,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestClosing(deps, { ...unchecked(body), by, where, evidence }),
}

export const JOINT_CLOSING: ConsoleProposal<JointClosingBody> = {
  act: 'close-differences',
  terms: termsOfJointClosing,
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestTogether(deps, { ...uncheckedTogether(body), by, where, evidence }),
}

async function termsOfResumption(deps: Deps, { stop: wanted }: ResumptionBody): Promise<string> {
  const stop = (await readResumable(deps.database)).find(({ id }) => id === wanted)
  if (stop === undefined) throw new RefusedError('this stop is lifted already, or no two operators can lift it')
  const content = { because: stop.detail }
  return `Ask for this: ${summaryOf({ act: 'resume-money', subject: stop.id, content })}\nStop: ${stop.id}`
}

async function termsOfClosing(deps: Deps, asked: ClosingBody): Promise<string> {
  const { subject, content } = await readClosing(deps.database, unchecked(asked))
  const sentUnder = content.sentUnder === '' ? '' : `\nSent under: ${content.sentUnder}`
  const summary = summaryOf({ act: 'close-difference', subject, content })
  return `Ask for this: ${summary}${sentUnder}\nProof: ${content.evidence}`
}

async function termsOfJointClosing(deps: Deps, asked: JointClosingBody): Promise<string> {
  const { subject, content } = await readTogether(deps.database, uncheckedTogether(asked))
  const summary = summaryOf({ act: 'close-differences', subject, content })
  return [`Ask for this: ${summary}`, ...sayDifferences({ subject, content }), `Proof: ${content.evidence}`].join('\n')
}

function uncheckedTogether({ numbers, evidence }: JointClosingBody): UncheckedTogether {
  return { uncheckedNumbers: numbers, uncheckedEvidence: evidence }
}

function unchecked({ number, evidence, reference }: ClosingBody): UncheckedClosing {
  return { uncheckedNumber: number, uncheckedEvidence: evidence, uncheckedReference: reference }
}
