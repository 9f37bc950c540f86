import { crc32, deflateSync, inflateSync } from 'node:zlib'

// Test helper: gray pictures as PNG files (https://www.w3.org/TR/png-3), and how they differ.

/** One byte per pixel, row after row; 0 is black. */
export type GrayPicture = { width: number; height: number; pixels: Uint8Array }

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Eight bits per pixel, gray, rows without filter. */
const format = [8, 0, 0, 0, 0]

/** Encodes a picture as a PNG. */
export function encodeGray({ width, height, pixels }: GrayPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(format, 8)
  const lines = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row += 1) {
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  const data = deflateSync(lines, { level: 9 })
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Decodes a PNG of `encodeGray`. Throws for any other file. */
export function decodeGray(png: Buffer): GrayPicture {
  const header = png.subarray(16, 29)
  const isOurs = png.subarray(0, 8).equals(signature) && header.subarray(8).equals(bytesOf(format))
  if (!isOurs) throw new Error('This is not a gray PNG of these tests')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  // After the header's sum comes the only chunk of data: its length, its type, the data.
  const start = 33
  const end = start + 8 + png.readUInt32BE(start)
  const lines = inflateSync(png.subarray(start + 8, end))
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = row * (width + 1) + 1
    pixels.set(lines.subarray(from, from + width), row * width)
  }
  return { width, height, pixels }
}

const bytesOf = (bytes: readonly number[]) => Buffer.from(bytes)

/** Pages below each other. Narrower ones are filled up with white. */
export function stackPictures(pages: readonly GrayPicture[]): GrayPicture {
  const width = Math.max(0, ...pages.map((page) => page.width))
  const height = pages.reduce((sum, page) => sum + page.height, 0)
  const pixels = new Uint8Array(width * height).fill(255)
  let top = 0
  for (const page of pages) {
    for (let row = 0; row < page.height; row += 1) {
      const line = page.pixels.subarray(row * page.width, (row + 1) * page.width)
      pixels.set(line, (top + row) * width)
    }
    top += page.height
  }
  return { width, height, pixels }
}

/** Edges of letters may be a little lighter or darker on another processor. */
const sameShade = 48

/** How many pixels differ visibly; all of them if the pictures have other sizes. */
export function differingPixels(one: GrayPicture, other: GrayPicture): number {
  const isSameSize = one.width === other.width && one.height === other.height
  if (!isSameSize) return Math.max(one.pixels.length, other.pixels.length)
  return one.pixels.reduce((count, shade, index) => {
    return count + (Math.abs(shade - (other.pixels[index] ?? 0)) > sameShade ? 1 : 0)
  }, 0)
}
