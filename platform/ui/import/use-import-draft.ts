import { useState } from 'react'
import { firstRows, readCsv, textOfFile } from '#platform/kernel/csv.ts'
import { type Draft, draftOf, type ImportKind } from './import-draft.ts'

/** A selected or pasted file: its text, its name, and its header row. */
type Source = { text: string; headerRow: number; fileName: string | undefined }

/**
 * The draft of an import dialog's file. If it cannot be parsed, `problem` is the message; another
 * header row may be chosen, if title rows precede it.
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
  /** Reads a file or pasted text. Returns undefined and sets `problem` if it cannot be parsed. */
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
    /** Parses the file again with another header row. */
    choose: (row: number) => (source ? open({ ...source, headerRow: row }) : undefined),
  }
  return { draft, setDraft, problem, read, header, fileName: source?.fileName }
}

export type HeaderRow = ReturnType<typeof useDraft>['header']

/** The text of a selected or pasted file. Rejects with a message if it is not CSV text. */
async function textFrom(file: File | string): Promise<string> {
  if (typeof file === 'string') return file
  return textOfFile(new Uint8Array(await file.arrayBuffer()))
}
