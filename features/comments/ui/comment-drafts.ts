// What was typed and not sent, by record: it outlives the tab, the dialog and the way back.

const texts = new Map<string, string>()

/** The words for a record that were not sent yet. */
export function commentDraftOf(record: string): string {
  return texts.get(record) ?? ''
}

/** Keeps them until they are sent or thrown away; none where they are empty. */
export function saveCommentDraft(record: string, text: string): void {
  if (text.trim() === '') texts.delete(record)
  else texts.set(record, text)
}
