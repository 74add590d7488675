/**
 * Whether this is the nightly run (`npm run test:nightly`): the same claims as `npm test`, repeated with more seeds, at more
 * points of a crash and on both databases. What runs where is in docs/reliability.md.
 */
export const IS_NIGHTLY = process.env.JARA_NIGHTLY === 'on'
