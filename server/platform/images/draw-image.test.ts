import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PROFILE_IMAGE_SIDE_PX } from '#contract/constants.ts'
import {
  claiming,
  colourAt,
  halves,
  noise,
  type PictureFormat,
  peakGrowth,
  plain,
  pngClaiming,
  smallPicture,
} from '#tests/support/pictures.ts'
import { type Drawing, drawImage as drawWithin } from './draw-image.ts'

const MB = 1_000_000
const SQUARE = { fit: 'square', sidePx: PROFILE_IMAGE_SIDE_PX, maxBytes: 262_144 } as const
/** No practical time limit, for busy machines. */
const draw = async (bytes: Buffer, drawing: Drawing) => await drawWithin(bytes, drawing, 300)
const drawImage = async (bytes: Buffer) => (await draw(bytes, SQUARE)).image
const FORMATS: PictureFormat[] = ['jpeg', 'png', 'webp']
const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

const refused = (code: string) => ({ code })
const text = (content: string) => Buffer.from(content, 'latin1')

describe('a picture', () => {
  test.each(FORMATS)('as %s is redrawn, small and square, as WebP', async (format) => {
    const drawn = await drawImage(await halves({ width: 900, height: 600 }).toFormat(format).toBuffer())
    const { format: kept, width, height } = await sharp(drawn).metadata()
    expect({ kept, width, height }).toEqual({
      kept: 'webp',
      width: PROFILE_IMAGE_SIDE_PX,
      height: PROFILE_IMAGE_SIDE_PX,
    })
    expect([await colourAt(drawn, 0.2, 0.5), await colourAt(drawn, 0.8, 0.5)]).toEqual(['red', 'blue'])
    expect(drawn.length).toBeLessThan(20_000)
  })

  test('is turned the right way up, and keeps neither place nor device', async () => {
    const photo = await halves({ width: 600, height: 600 })
      .withExif({
        IFD0: { Make: 'Tecno', Model: 'Spark 20' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '3/1 23/1 0/1' },
      })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer()
    const before = await sharp(photo).metadata()
    expect(before.exif?.toString('latin1')).toContain('Tecno')
    const drawn = await drawImage(photo)
    // Turned a quarter to the right: the left side is now at the top.
    expect([await colourAt(drawn, 0.5, 0.2), await colourAt(drawn, 0.5, 0.8)]).toEqual(['red', 'blue'])
    const { exif, icc, xmp, iptc, orientation } = await sharp(drawn).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(drawn.toString('latin1')).not.toMatch(/Tecno|Exif|GPS|ICC/)
  })

  test('that moves gives its first picture', async () => {
    const frames = Buffer.concat([
      await plain({ width: 40, height: 40 }).raw().toBuffer(),
      Buffer.alloc(40 * 40 * 3, 200),
    ])
    const moving = await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const drawn = await drawImage(moving)
    expect(await colourAt(drawn, 0.5, 0.5)).toBe('red')
    expect((await sharp(drawn).metadata()).pages).toBeUndefined()
  })

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a few bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['a page called a picture', () => text('<!doctype html><script>alert(1)</script>')],
    ['an SVG with a script', () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an SVG behind an XML head', () => text('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', async () => await plain({ width: 8, height: 8 }).gif().toBuffer()],
    ['a GIF that is a script', () => text(`GIF89a/*${'\0'.repeat(40)}*/=1;alert(1)`)],
    ['a TIFF', async () => await plain({ width: 8, height: 8 }).tiff().toBuffer()],
    ['an AVIF', async () => await plain({ width: 64, height: 64 }).avif().toBuffer()],
    ['the EICAR test file', () => text(EICAR)],
    ['a program', () => text(`MZ${'\0'.repeat(60)}`)],
    ['a RIFF that holds sound', () => text(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`)],
    ['a PDF', () => text('%PDF-1.7\n1 0 obj')],
    ['a ZIP', () => text(`PK\x05\x06${'\0'.repeat(18)}`)],
  ])('is not %s', async (_, file) => {
    await expect(drawImage(await file())).rejects.toMatchObject(refused('image.unsupported'))
  })

  describe.each(FORMATS)('as %s that is also', (format) => {
    const within = async (hidden: string) => Buffer.concat([await smallPicture(format), text(hidden)])
    test.each([
      ['a page', '<script>alert(1)</script>'],
      ['a page in capitals', '<HTML><BODY onload=alert(1)>'],
      ['an SVG', '<svg\nxmlns="http://www.w3.org/2000/svg"><a/></svg>'],
      ['a server page', '<?php system($_GET[0]);'],
      ['the EICAR test file', EICAR],
      ['an archive', `PK\x05\x06${'\0'.repeat(18)}`],
      ['an archive with a comment', `PK\x05\x06${'\0'.repeat(16)}\x05\0hello`],
    ])('%s is refused', async (_, hidden) => {
      await expect(drawImage(await within(hidden))).rejects.toMatchObject(refused('image.unsupported'))
    })
  })

  test('that is also a PDF is refused', async () => {
    const comment = text('%PDF-1.7 1 0 obj')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(comment.length + 2)
    const [start, rest] = [(await smallPicture()).subarray(0, 2), (await smallPicture()).subarray(2)]
    const both = Buffer.concat([start, Buffer.from([0xff, 0xfe]), length, comment, rest])
    expect((await sharp(both).metadata()).format).toBe('jpeg')
    await expect(drawImage(both)).rejects.toMatchObject(refused('image.unsupported'))
  })

  test('in which `<svg` happens to be is taken', async () => {
    const drawn = await drawImage(Buffer.concat([await smallPicture(), text('<SvG\x01')]))
    expect(await colourAt(drawn, 0.2, 0.5)).toBe('red')
  })

  test('with bytes of the phone behind it is taken, and they are gone', async () => {
    const drawn = await drawImage(Buffer.concat([await smallPicture(), text('SEFT-of-a-phone')]))
    expect(drawn.toString('latin1')).not.toContain('SEFT')
    expect(await colourAt(drawn, 0.2, 0.5)).toBe('red')
  })

  describe.each(FORMATS)('as %s', (format) => {
    test.each([0.02, 0.3, 0.6, 0.9])('cut off after %d of it is refused as broken', async (part) => {
      const whole = await noise({ width: 300, height: 300 }, format)
      const cut = whole.subarray(0, Math.max(16, Math.floor(whole.length * part)))
      await expect(drawImage(cut)).rejects.toMatchObject(refused('image.broken'))
    })
  })

  test('of another kind finds its decoder shut, even if it came that far', async () => {
    for (const file of [
      text('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      await plain({ width: 8, height: 8 }).gif().toBuffer(),
      await plain({ width: 8, height: 8 }).tiff().toBuffer(),
    ]) {
      await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format')
    }
  })

  test('that only begins like one is refused as broken', async () => {
    const heads = [[0xff, 0xd8, 0xff, 0xe0], [0x89, ...text('PNG\r\n\x1a\n')], [...text('RIFF\x24\0\0\0WEBPVP8 ')]]
    for (const head of heads) {
      const file = Buffer.concat([Buffer.from(head), Buffer.alloc(500, 0x61)])
      await expect(drawImage(file)).rejects.toMatchObject(refused('image.broken'))
    }
  })
})

describe('the bounds of a picture', () => {
  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['50,000 by 50,000 pixels, claimed in 300 bytes', () => pngClaiming({ width: 50_000, height: 50_000 })],
    ['a million by a million pixels', () => pngClaiming({ width: 1_000_000, height: 1_000_000 })],
    ['one row too many', () => pngClaiming({ width: 8_000, height: 5_001 })],
    ['100 megapixels as JPEG', () => claiming('jpeg', { width: 10_000, height: 10_000 })],
    ['100 megapixels as PNG', () => pngClaiming({ width: 10_000, height: 10_000 })],
    ['100 megapixels as WebP', () => claiming('webp', { width: 16_000, height: 6_250 })],
    [
      '13 megapixels that must be held whole',
      async () => await plain({ width: 4_000, height: 3_250 }).png({ progressive: true }).toBuffer(),
    ],
  ])('refuse %s at once, from its head', async (_, make) => {
    const file = await make()
    const grown = await peakGrowth(async () => {
      await expect(drawImage(file)).rejects.toMatchObject(refused('image.too-large'))
    })
    expect(grown).toBeLessThan(20 * MB)
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['40 megapixels', async () => await plain({ width: 8_000, height: 5_000 }).jpeg().toBuffer()],
    [
      '12 progressive megapixels',
      async () => await plain({ width: 4_000, height: 3_000 }).jpeg({ progressive: true }).toBuffer(),
    ],
    [
      '12 interlaced megapixels of eight bytes each',
      async () =>
        await plain({ width: 4_000, height: 3_000 })
          .ensureAlpha(0.5)
          .toColourspace('rgb16')
          .png({ progressive: true })
          .toBuffer(),
    ],
    [
      '40 megapixels without loss',
      async () => await plain({ width: 8_000, height: 5_000 }).webp({ lossless: true }).toBuffer(),
    ],
  ])('take %s, in less than 200 MB', async (_, make) => {
    const file = await make()
    let drawn: Buffer = Buffer.alloc(0)
    const grown = await peakGrowth(async () => {
      drawn = await drawImage(file)
    })
    expect((await sharp(drawn).metadata()).width).toBe(PROFILE_IMAGE_SIDE_PX)
    expect(grown).toBeLessThan(200 * MB)
  })

  test('a picture that takes too long is called slow, not broken', async () => {
    const file = await noise({ width: 4_000, height: 3_000 }, 'jpeg')
    const drawing = { fit: 'whole', sidePx: 4_000, maxBytes: 100 * MB } as const
    await expect(drawWithin(file, drawing, 1)).rejects.toMatchObject({
      code: 'server.busy',
      message: expect.stringContaining('took too long to open'),
    })
  })

  test('also hold for a picture that packs as badly as can be', async () => {
    const drawn = await drawImage(await noise({ width: 1_200, height: 1_200 }, 'png'))
    expect(drawn.length).toBeLessThan(60_000)
  })
})

describe('a whole picture', () => {
  const WHOLE = { fit: 'whole', sidePx: 2_000, maxBytes: 1_048_576 } as const

  test('keeps its shape and the colours at its edges, and becomes no larger than it was', async () => {
    const small = await draw(await halves({ width: 900, height: 300 }).png().toBuffer(), WHOLE)
    expect([small.width, small.height]).toEqual([900, 300])
    expect([await colourAt(small.image, 0.01, 0.5), await colourAt(small.image, 0.99, 0.5)]).toEqual(['red', 'blue'])
    const large = await draw(await halves({ width: 3_000, height: 1_000 }).png().toBuffer(), WHOLE)
    expect([large.width, large.height]).toEqual([2_000, 667])
    expect(await sharp(large.image).metadata()).toMatchObject({ format: 'webp', width: 2_000, height: 667 })
  })

  test('is on white where it was transparent', async () => {
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    const { image } = await draw(await clear.png().toBuffer(), WHOLE)
    expect((await sharp(image).metadata()).hasAlpha).toBe(false)
    expect((await sharp(image).raw().toBuffer())[0]).toBeGreaterThan(250)
  })

  test('is drawn half as large when it takes too many bytes', async () => {
    const { image, width } = await draw(await noise({ width: 1_600, height: 900 }, 'jpeg'), {
      ...WHOLE,
      sidePx: 1_600,
      maxBytes: 300_000,
    })
    expect(width).toBe(800)
    expect(image.length).toBeLessThanOrEqual(300_000)
  })
})
