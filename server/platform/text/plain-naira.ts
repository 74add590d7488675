/** `-1500.50`, a plain decimal for programs. */
export function plainNaira(amountKobo: bigint): string {
  const digits = (amountKobo < 0n ? -amountKobo : amountKobo).toString().padStart(3, '0')
  return `${amountKobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
