import { crc32, deflateSync } from 'node:zlib'

// What a picture file says about itself, and the PNG that is made from its pixels.

export type PictureType = 'png' | 'jpeg' | 'svg'
type Size = { width: number; height: number }

/** The type of a picture by its content; undefined for any other file. */
export function pictureType(file: Buffer): PictureType | undefined {
  if (file.subarray(0, 8).equals(pngSignature)) return 'png'
  if (file.readUIntBE(0, Math.min(3, file.length)) === 0xff_d8_ff) return 'jpeg'
  return /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/.test(startOf(file))
    ? 'svg'
    : undefined
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const startLength = 4096

function startOf(file: Buffer): string {
  return file.subarray(0, startLength).toString('utf8').replace('\uFEFF', '')
}

/**
 * The size of a PNG or JPEG, read before it is decoded: a file of a few kilobytes can decode to
 * gigabytes. Undefined if the file does not state it.
 */
export function pixelSize(file: Buffer, type: 'png' | 'jpeg'): Size | undefined {
  if (type === 'jpeg') return jpegSize(file)
  if (file.length < 24) return undefined
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** Walks the segments to the frame header (SOF), ITU-T T.81, B.2.2. */
function jpegSize(file: Buffer): Size | undefined {
  let at = 2
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file.readUInt8(at + 1)
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

const opaque = 4
const channels = 3

/**
 * Encodes opaque RGBA pixels as a PNG without transparency, which the PDF library embeds as it is:
 * https://www.w3.org/TR/png-3.
 */
export function encodePng({ width, height }: Size, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel, RGB.
  header.set([8, 2, 0, 0, 0], 8)
  const stride = width * channels + 1
  const lines = Buffer.alloc(stride * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const line = Math.floor(pixel / width)
    const to = line * stride + 1 + (pixel % width) * channels
    lines.set(pixels.subarray(pixel * opaque, pixel * opaque + channels), to)
  }
  const data = deflateSync(lines, { level: 9 })
  const chunks = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
