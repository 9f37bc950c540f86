// Unsent comments by record, kept when the tab or the dialog closes or the user navigates back.

const texts = new Map<string, string>()

/** The unsent comment on a record; empty if none. */
export function commentDraftOf(record: string): string {
  return texts.get(record) ?? ''
}

/** Stores a draft until it is sent or discarded; an empty text removes it. */
export function saveCommentDraft(record: string, text: string): void {
  if (text.trim() === '') texts.delete(record)
  else texts.set(record, text)
}
