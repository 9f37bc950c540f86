import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { addTablePages, isBlank, isIntact, pageSize, siblingsOf } from './data-pages.ts'

// Checks the data files of the embedded database. The database is open, so WAL recovery has already
// repaired partial writes of a killed program, but no requests are served yet.

/** A table, index or sequence and its file. */
export type DataFile = {
  name: string
  path: string
  /** The table of a B-tree index; null for other files. */
  treeOf: string | null
  /** True for a primary key's B-tree, which has an entry for every row of its table. */
  isPrimary: boolean
}

/**
 * The maximum number of pages to read at startup (256 MB). For larger databases only every second,
 * third, … page is read.
 */
export const maxPages = 32_768
const segmentPages = 131_072

/** Finds the damage in the data files, each as a phrase for an error message. */
export function faultsOfFiles(
  folder: string,
  files: readonly DataFile[],
  pageLimit: number = maxPages,
): string[] {
  const present = files.filter(({ path }) => existsSync(join(folder, path)))
  const missing = files.filter((file) => !present.includes(file))
  const pages = present.reduce((sum, { path }) => sum + sizeOf(folder, path) / pageSize, 0)
  const step = Math.max(1, Math.ceil(pages / pageLimit))
  const findings = new Map(present.map((file) => [file.name, checkFile(folder, file, step)]))
  const dangling = step > 1 ? [] : present.flatMap((file) => danglingFaults(file, findings))
  return [
    ...missing.map((file) => `the file of ${nameOf(file)} is missing`),
    ...[...findings.values()].flatMap(({ faults }) => faults),
    ...dangling,
  ]
}

/**
 * Finds data files with a corrupt page, for a database that does not open and cannot list its
 * files.
 */
export function unsoundFiles(folder: string): string[] {
  const folders = ['global', ...readdirSync(join(folder, 'base')).map((each) => `base/${each}`)]
  const paths = folders.flatMap((each) =>
    readdirSync(join(folder, each))
      .filter((name) => /^\d+$/.test(name))
      .map((name) => `${each}/${name}`),
  )
  return paths.flatMap(
    (path) => checkFile(folder, { name: path, path, treeOf: null, isPrimary: false }, 1).faults,
  )
}

type FileFindings = {
  faults: string[]
  count: number
  blanks: Set<number>
  siblings: Set<number>
  tablePages: Set<number>
}

const nameOf = ({ name, path }: DataFile) => (name === path ? name : `${name} (${path})`)

/** Reads every `step`-th page of a file, starting with the first. */
function checkFile(folder: string, file: DataFile, step: number): FileFindings {
  const findings: FileFindings = {
    faults: [],
    count: 0,
    blanks: new Set(),
    siblings: new Set(),
    tablePages: new Set(),
  }
  for (const [segment, path] of segmentsOf(folder, file.path).entries()) {
    const first = segment * segmentPages
    const size = readPages(path, step, (page, at) => {
      if (findings.faults.length === 0) checkPage(findings, file, { page, number: first + at })
    })
    findings.count += Math.floor(size / pageSize)
    if (size % pageSize !== 0) findings.faults.push(`the file of ${nameOf(file)} is truncated`)
  }
  if (file.treeOf && findings.blanks.has(0))
    findings.faults.push(`page 0 of ${nameOf(file)} is blank`)
  return findings
}

function checkPage(
  look: FileFindings,
  file: DataFile,
  { page, number }: { page: Buffer; number: number },
) {
  if (isBlank(page)) return void look.blanks.add(number)
  if (!isIntact(page, number)) {
    return void look.faults.push(`page ${number} of ${nameOf(file)} is corrupt`)
  }
  if (!file.treeOf) return
  for (const each of siblingsOf(page)) look.siblings.add(each)
  if (file.isPrimary) addTablePages(page, look.tablePages)
}

/**
 * Blank pages and short files are allowed unless an index refers to them, because then data was
 * lost. Returns at most one phrase per index.
 */
function danglingFaults(file: DataFile, looks: ReadonlyMap<string, FileFindings>): string[] {
  const own = looks.get(file.name)
  const table = looks.get(file.treeOf ?? '')
  if (!own || own.faults.length > 0) return []
  const lacks = (look: FileFindings, oids: Set<number>) =>
    [...oids].find((page) => page >= look.count || look.blanks.has(page))
  const page = lacks(own, own.siblings)
  if (page !== undefined) return [`page ${page} of ${nameOf(file)} is lost`]
  const row = table && table.faults.length === 0 ? lacks(table, own.tablePages) : undefined
  if (row === undefined) return []
  return [`page ${row} of ${file.treeOf} is lost, but ${file.name} refers to it`]
}

function segmentsOf(folder: string, path: string): string[] {
  const found = [join(folder, path)]
  for (let next = 1; existsSync(join(folder, `${path}.${next}`)); next++) {
    found.push(join(folder, `${path}.${next}`))
  }
  return found
}

function sizeOf(folder: string, path: string): number {
  return segmentsOf(folder, path).reduce((sum, each) => sum + statSync(each).size, 0)
}

const chunkPages = 64

/** Returns the size of the file in bytes. */
function readPages(path: string, step: number, each: (page: Buffer, at: number) => void): number {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const pages = Math.floor(size / pageSize)
    const chunk = Buffer.alloc(pageSize * (step === 1 ? Math.min(chunkPages, pages) : 1))
    const pagesOfChunk = chunk.length / pageSize
    for (let at = 0; at < pages; at += step === 1 ? pagesOfChunk : step) {
      const read = readSync(file, chunk, 0, chunk.length, at * pageSize)
      for (let page = 0; page * pageSize + pageSize <= read; page++) {
        each(chunk.subarray(page * pageSize, (page + 1) * pageSize), at + page)
      }
    }
    return size
  } finally {
    closeSync(file)
  }
}
