import sharp from 'sharp'
import { encode } from 'uqr'

/** The dark squares of this address's QR code. */
export function squaresOf(url: string): boolean[][] {
  return encode(url, { ecc: 'M', border: 0 }).data
}

/**
 * The dark squares of the QR code in a picture, located as a phone does it: only its corner marks have a row that is
 * dark, light, dark, light, dark in the proportions 1:1:3:1:1 on white paper.
 */
export async function readQr(png: Buffer): Promise<boolean[][]> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 80
  const corners = findCorners(isDark, info)
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))]
  const square = corners[0]?.square ?? 1
  const right = Math.max(...corners.map(({ x }) => x)) + 7 * square
  const size = Math.round((right - left) / square)
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) =>
      isDark(Math.floor(left + (column + 0.5) * square), Math.floor(top + (row + 0.5) * square)),
    ),
  )
}

type Corner = { x: number; y: number; square: number }

/** The top left points of possible corner marks in their first row: seven dark squares, with light ones below. */
function findCorners(
  isDark: (x: number, y: number) => boolean,
  { width, height }: { width: number; height: number },
): Corner[] {
  const corners: Corner[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (!isDark(x, y) || isDark(x - 1, y) || isDark(x, y - 1)) continue
      let run = 0
      while (x + run < width && isDark(x + run, y)) run++
      const square = run / 7
      const isMark =
        Number.isInteger(square) &&
        square >= 3 &&
        [0, 1, 2, 3, 4, 5, 6].every((step) => {
          const at = (row: number) => isDark(x + (step + 0.5) * square, y + (row + 0.5) * square)
          const edge = step === 0 || step === 6
          const core = step >= 2 && step <= 4
          return at(0) && at(6) && at(1) === edge && at(5) === edge && at(3) === (edge || core)
        })
      if (isMark) corners.push({ x, y, square })
      x += run
    }
  }
  return corners
}
