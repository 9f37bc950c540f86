// The part of the tar format (POSIX ustar) that a backup needs: files and folders with short names.
// An operator can look into a backup, and unpack it without this program, with `tar`.

export const blockSize = 512

export type TarEntry = { name: string; size: number; isFolder: boolean }

const longestName = 100
const checksumAt = 148

/** The header of an entry: one block. Throws if the name is longer than 100 bytes. */
export function headerOf({ name, size, isFolder }: TarEntry): Buffer {
  const path = isFolder ? `${name}/` : name
  if (Buffer.byteLength(path) > longestName) throw new Error(`The name ${path} is too long`)
  const header = Buffer.alloc(blockSize)
  header.write(path, 0)
  header.write(isFolder ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\0' + '00', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, checksumAt)
  return header
}

/** The zeros after a file of this size, up to a whole block. */
export function paddingOf(size: number): Buffer {
  return Buffer.alloc((blockSize - (size % blockSize)) % blockSize)
}

/** The two empty blocks at the end of an archive. */
export const endOfArchive = Buffer.alloc(2 * blockSize)

/** Reads a header; undefined at the end of the archive. Throws if its checksum is wrong. */
export function readHeader(header: Buffer): TarEntry | undefined {
  if (header.every((byte) => byte === 0)) return undefined
  if (octal(header, checksumAt, 8) !== checksumOf(header)) throw new Error('a header is damaged')
  const path = textAt(header, 0, longestName)
  const isFolder = header.toString('latin1', 156, 157) === '5'
  return { name: path.replace(/\/$/, ''), size: octal(header, 124, 12), isFolder }
}

/** The sum of the bytes, those of the checksum itself counted as spaces. */
function checksumOf(header: Buffer): number {
  const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0)
  return sum(header.subarray(0, checksumAt)) + 8 * 32 + sum(header.subarray(checksumAt + 8))
}

function textAt(header: Buffer, at: number, length: number): string {
  return header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
}

function octal(header: Buffer, at: number, length: number): number {
  return Number.parseInt(textAt(header, at, length).trim(), 8)
}
