// Parses pages of PostgreSQL's data files, as far as the startup check needs it
// (https://www.postgresql.org/docs/18/storage-page-layout.html).

export const pageSize = 8192
const headerSize = 24
/** The page size (8192) and the layout version (4) in one field. */
const sizeAndVersion = 0x2004

/** True for a page that was never written or was zeroed. */
export function isBlank(page: Buffer): boolean {
  return page.equals(blank)
}
const blank = Buffer.alloc(pageSize)

/** True if a non-blank page has a plausible header and the checksum it declares. */
export function isIntact(page: Buffer, pageNumber: number): boolean {
  const [lower, upper, special] = [12, 14, 16].map((at) => page.readUInt16LE(at))
  if (lower === undefined || upper === undefined || special === undefined) return false
  if (page.readUInt16LE(18) !== sizeAndVersion || lower < headerSize) return false
  if (lower > upper || upper > special || special > pageSize) return false
  return page.readUInt16LE(8) === checksumOf(page, pageNumber)
}

const prime = 16_777_619
const lanes = Int32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c,
  0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb,
  0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4,
  0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])
const words = new Int32Array(pageSize / 4)
const bytesOfWords = Buffer.from(words.buffer)

/** PostgreSQL's page checksum: FNV-1a in 32 lanes (src/include/storage/checksum_impl.h). */
function checksumOf(page: Buffer, pageNumber: number): number {
  page.copy(bytesOfWords)
  bytesOfWords.writeUInt16LE(0, 8)
  let sum = 0
  for (let lane = 0; lane < lanes.length; lane++) {
    let own = lanes[lane] ?? 0
    for (let at = lane; at < words.length; at += lanes.length) own = mixed(own, words[at] ?? 0)
    sum ^= mixed(mixed(own, 0), 0)
  }
  return (((sum ^ pageNumber) >>> 0) % 65_535) + 1
}

function mixed(sum: number, value: number): number {
  const both = sum ^ value
  return Math.imul(both, prime) ^ (both >>> 17)
}

const leaf = 1
const deleted = 4
const meta = 8
const halfDead = 16

/** The sibling pages of a B-tree page; empty for a deleted page or the meta page. */
export function siblingsOf(page: Buffer): number[] {
  const special = page.readUInt16LE(16)
  if (page.readUInt16LE(special + 12) & (deleted | meta)) return []
  return [page.readUInt32LE(special), page.readUInt32LE(special + 4)].filter((each) => each !== 0)
}

/** Adds the table pages that the entries of a B-tree leaf page refer to. */
export function addTablePages(page: Buffer, found: Set<number>): void {
  const halves = new Uint16Array(page.buffer, page.byteOffset, pageSize / 2)
  const half = (at: number) => halves[at] ?? 0
  const special = half(8) / 2
  const flags = half(special + 6)
  if (!(flags & leaf) || flags & (deleted | meta | halfDead)) return
  const isLast = half(special + 2) === 0 && half(special + 3) === 0
  let last = -1
  const add = (at: number) => {
    const number = half(at) * 65_536 + half(at + 1)
    if (number !== last) found.add(number)
    last = number
  }
  // On every leaf except the last, the first item is the high key, not a row.
  const first = headerSize / 2 + (isLast ? 0 : 2)
  for (let item = first; item < half(6) / 2; item += 2) {
    const pointer = half(item)
    const isLive = pointer >>> 15 === 1 && (half(item + 1) & 1) === 0
    const at = (pointer & 0x7fff) / 2
    if (!isLive) continue
    // An entry refers to one row, or to a list of rows that share a key.
    const isList = half(at + 3) & listFlag && half(at + 2) & listFlag
    if (!isList) add(at)
    const places = at + (half(at) * 65_536 + half(at + 1)) / 2
    const count = isList ? half(at + 2) & 0xfff : 0
    for (let each = 0; each < count; each++) add(places + 3 * each)
  }
}

const listFlag = 0x2000
