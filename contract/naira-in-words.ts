const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES = [
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1_000n, 'thousand'],
  [100n, 'hundred'],
] as const

/** `one thousand five hundred naira, fifty kobo`: an extra zero is easier to hear than to see. */
export function nairaInWords(amount: bigint): string {
  const rest = amount % 100n
  const whole = `${words(amount / 100n)} naira`
  return rest === 0n ? whole : `${whole}, ${words(rest)} kobo`
}

function words(amount: bigint): string {
  if (amount < 20n) return ONES[Number(amount)] ?? ''
  for (const [scale, name] of SCALES) {
    if (amount < scale) continue
    const rest = amount % scale
    const joint = rest === 0n ? '' : rest < 100n ? ' and ' : ' '
    return `${words(amount / scale)} ${name}${joint}${rest === 0n ? '' : words(rest)}`
  }
  const ten = TENS[Number(amount / 10n)] ?? ''
  return amount % 10n === 0n ? ten : `${ten}-${words(amount % 10n)}`
}
