const encoder = new TextEncoder()

/** A file of an archive: its path and its text. */
export type ZipFile = { path: string; text: string }

/** Makes an uncompressed zip archive of text files (APPNOTE 6.3.10), the container of XLSX. */
export function zipOf(files: readonly ZipFile[]): Uint8Array<ArrayBuffer>[] {
  const locals: Uint8Array<ArrayBuffer>[] = []
  const entries: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, text } of files) {
    const name = encoder.encode(path)
    const data = encoder.encode(text)
    const facts = factsOf(name, data)
    const local = joined([0x50, 0x4b, 3, 4], facts, name)
    // Version 2.0, no comment, no attributes; then the offset of the local header.
    const none = [...two(0), ...two(0), ...two(0), ...four(0)]
    entries.push(joined([0x50, 0x4b, 1, 2, 20, 0], facts, none, four(offset), name))
    locals.push(local, data)
    offset += local.length + data.length
  }
  const size = entries.reduce((sum, entry) => sum + entry.length, 0)
  const count = two(files.length)
  const places = [...two(0), ...two(0), ...count, ...count, ...four(size), ...four(offset)]
  return [...locals, ...entries, joined([0x50, 0x4b, 5, 6], places, two(0))]
}

/** Shared header fields: version, UTF-8 names, stored, 1980-01-01, checksum, sizes, no extras. */
function factsOf(name: Uint8Array, data: Uint8Array): number[] {
  const sizes = [...four(data.length), ...four(data.length)]
  const moment = [...two(0), ...two(0x21)]
  const kind = [...two(20), ...two(0x0800), ...two(0)]
  return [...kind, ...moment, ...four(crc32(data)), ...sizes, ...two(name.length), ...two(0)]
}

function joined(...parts: readonly (ArrayLike<number> & Iterable<number>)[]) {
  const archive = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    archive.set(part, at)
    at += part.length
  }
  return archive
}

function two(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff]
}

function four(value: number): number[] {
  return [...two(value), ...two(value >>> 16)]
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of data) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return (crc ^ 0xffffffff) >>> 0
}
