import fs from 'node:fs'

/*
 * Preloaded into a process (`--import`): its clock is off by as many milliseconds as the file in SHIFTED_CLOCK_FILE says, from its
 * start on and again whenever it gets SIGUSR2. As on a machine whose clock is set: what counts monotonically does not notice.
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
