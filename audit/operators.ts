import { type CheckResult, startCheck } from './checks.ts'
import { operatorLineHash } from './hashes.ts'
import { micros, type Query, type Row, stream, tableExists, text, whole } from './rows.ts'

/**
 * I12: the record of operators' looks and acts is complete, in order and unchanged. Each line's hash covers the
 * previous one, and the head repeats the last one, so a line missing at the end is found too.
 */
export async function auditOperators(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I12', "the record of operators' looks and acts is complete", 'lines')
  if (!(await tableExists(query, 'operator_audit'))) {
    check.skip('this database has none yet')
    return [check.result()]
  }
  let last = { number: 0n, hash: '' }
  const lines = `
    select number::text, ${micros('at')} as at, operator_id, role, session_id, act, subject, reason, before, after,
      request_id, encode(hash, 'hex') as hash
    from operator_audit order by operator_audit.number`
  for await (const line of stream(query, 'operator_lines', lines)) {
    check.examine()
    const number = whole(line, 'number')
    if (number !== last.number + 1n) check.problem(`line ${last.number + 1n} of operator_audit is missing`)
    else if (operatorLineHash(last.hash, line) !== text(line, 'hash'))
      check.problem(`line ${number} of operator_audit is not what was written after line ${last.number}`)
    last = { number, hash: text(line, 'hash') }
  }
  const [head] = await query("select number::text, encode(hash, 'hex') as hash from operator_audit_head")
  if (!isEnd(head, last)) check.problem(`operator_audit ends with line ${last.number}, which was not the last one`)
  return [check.result()]
}

function isEnd(head: Row | undefined, last: { number: bigint; hash: string }): boolean {
  if (head === undefined) return last.number === 0n
  return whole(head, 'number') === last.number && text(head, 'hash') === last.hash
}
