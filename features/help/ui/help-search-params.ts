/** The help's search parameters: `?tab=orders&q=credit#pricing`. */
export type HelpSearch = { tab?: string | undefined; q?: string | undefined }

export function readHelpSearch(raw: Record<string, unknown>): HelpSearch {
  const textOf = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined
  const [tab, q] = [textOf(raw['tab']), textOf(raw['q'])]
  return { ...(tab && { tab }), ...(q && { q }) }
}
