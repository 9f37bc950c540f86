import { useState } from 'react'
import { firstRows, readCsv, textOfFile } from '#platform/kernel/csv.ts'
import { type Draft, draftOf, type ImportKind } from './draft.ts'

/** A file that was chosen or pasted: its text, its name, and the row that names its columns. */
type Source = { text: string; headerRow: number; fileName: string | undefined }

/**
 * The file of an import dialog as a draft. What cannot be read is a sentence in `problem`; another
 * row may be chosen to name the columns, where title rows stand above it.
 */
export function useDraft(kind: ImportKind) {
  const [source, setSource] = useState<Source>()
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()
  const open = (found: Source): Draft | undefined => {
    const { text, headerRow } = found
    setSource(found)
    try {
      const read = draftOf(readCsv(text, headerRow), kind)
      setDraft(read)
      setProblem(undefined)
      return read
    } catch (failure) {
      setDraft(undefined)
      setProblem((failure as Error).message)
      return undefined
    }
  }
  /** Reads a file or pasted text; undefined where it cannot be read, which `problem` explains. */
  const read = async (file: File | string): Promise<Draft | undefined> => {
    try {
      const fileName = typeof file === 'string' ? undefined : file.name
      return open({ text: await textFrom(file), headerRow: 1, fileName })
    } catch (failure) {
      setSource(undefined)
      setProblem((failure as Error).message)
      return undefined
    }
  }
  const rows = source ? firstRows(source.text) : []
  const header = {
    rows,
    row: source?.headerRow ?? 1,
    /** Reads the file again with its columns named in another row. */
    choose: (row: number) => (source ? open({ ...source, headerRow: row }) : undefined),
  }
  return { draft, setDraft, problem, read, header, fileName: source?.fileName }
}

export type HeaderRow = ReturnType<typeof useDraft>['header']

/** The text of a chosen or pasted file; rejects what is no CSV, in words. */
async function textFrom(file: File | string): Promise<string> {
  if (typeof file === 'string') return file
  return textOfFile(new Uint8Array(await file.arrayBuffer()))
}
