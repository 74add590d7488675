// Measures one page once in a browser that runs already, as a phone on slow 4G: node measure.js <url> <port>.
// Prints one line of JSON. The browser keeps its session; what it cached was removed by the caller.
import lighthouse from 'lighthouse'

const [url, port] = process.argv.slice(2)
const result = await lighthouse(url, {
  port: Number(port),
  output: 'json',
  logLevel: 'error',
  disableStorageReset: true,
  onlyCategories: ['performance', 'accessibility', 'best-practices'],
})
if (result === undefined) throw new Error('Lighthouse gave no result')
const { lhr } = result
if (lhr.runtimeError !== undefined) throw new Error(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`)

const value = (audit) => lhr.audits[audit].numericValue
const below = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
  auditRefs
    .filter(({ weight, id: audit }) => weight > 0 && (lhr.audits[audit].score ?? 1) < 0.9)
    .map((ref) => `${id}/${ref.id}`),
)
console.log(
  JSON.stringify({
    url: lhr.finalDisplayedUrl,
    performance: lhr.categories.performance.score * 100,
    accessibility: lhr.categories.accessibility.score * 100,
    bestPractices: lhr.categories['best-practices'].score * 100,
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    below,
  }),
)
