import fs from 'node:fs'

/*
 * Preloaded into a process (`--import`): shifts its clock by the milliseconds in the file SHIFTED_CLOCK_FILE, at its
 * start and again on each SIGUSR2. As when a machine's clock is set, monotonic clocks do not change.
 */

const file = process.env.SHIFTED_CLOCK_FILE ?? ''
const RealDate = Date
let shiftMs = 0

function readShift(): void {
  shiftMs = Number(fs.readFileSync(file, 'utf8'))
}
readShift()
process.on('SIGUSR2', readShift)

const nowMs = () => RealDate.now() + shiftMs
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget === globalThis.Date ? target : newTarget),
  apply: () => new RealDate(nowMs()).toString(),
  get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
})
