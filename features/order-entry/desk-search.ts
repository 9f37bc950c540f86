/** What the address asks of Order Entry: a customer to begin with, or a draft to go on with. */
export type DeskSearch = { customer?: number | undefined; draft?: number | undefined }

export function readDeskSearch(raw: Record<string, unknown>): DeskSearch {
  const idOf = (value: unknown) => {
    const id = Number(value)
    return Number.isInteger(id) && id > 0 ? id : undefined
  }
  const [customer, draft] = [idOf(raw['customer']), idOf(raw['draft'])]
  return { ...(customer && { customer }), ...(draft && { draft }) }
}
