import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Size = { readonly width: number; readonly height: number }
export type PictureFormat = 'jpeg' | 'png' | 'webp'

const RED = { r: 200, g: 20, b: 30 }
const BLUE = { r: 20, g: 30, b: 200 }

/** One colour, any size. */
export function plain({ width, height }: Size): Sharp {
  return sharp({ create: { width, height, channels: 3, background: RED }, limitInputPixels: false })
}

/** Red on the left, blue on the right, so that left and up can be told apart. */
export function halves({ width, height }: Size): Sharp {
  const right = { create: { width: width / 2, height, channels: 3, background: BLUE } } as const
  return plain({ width, height }).composite([{ input: right, left: width / 2, top: 0 }])
}

/** A small valid picture. */
export async function smallPicture(format: PictureFormat = 'jpeg', side = 320): Promise<Buffer> {
  return await halves({ width: side, height: side }).toFormat(format).toBuffer()
}

/** Noise, which does not compress: the file is about as large as its pixels. */
export async function noise({ width, height }: Size, format: PictureFormat): Promise<Buffer> {
  const picture = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  return await picture.toFormat(format, format === 'png' ? {} : { quality: 100 }).toBuffer()
}

/** A PNG header that claims any size, with almost no data after it. */
export function pngClaiming({ width, height }: Size): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64 * 1_024))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A small picture whose header claims any size. */
export async function claiming(format: 'jpeg' | 'webp', { width, height }: Size): Promise<Buffer> {
  const small = plain({ width: 8, height: 8 })
  if (format === 'webp') {
    const file = await small.webp({ lossless: true }).toBuffer()
    // After a lossless picture's signature: 14 bits for each side, minus one.
    const sides = file.indexOf('VP8L') + 9
    const after = file.readUInt32LE(sides) & 0xf0000000
    file.writeUInt32LE((after | ((height - 1) << 14) | (width - 1)) >>> 0, sides)
    return file
  }
  const file = await small.jpeg().toBuffer()
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The picture's colour at a place given as fractions of its width and height. */
export async function colourAt(image: Buffer, x: number, y: number): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (r > 150 && g < 80 && b < 80) return 'red'
  return b > 150 && r < 80 && g < 80 ? 'blue' : 'other'
}

/** The process's peak memory growth during the work, bytes. */
export async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 2)
  await work().finally(() => clearInterval(timer))
  look()
  return peak - before
}
