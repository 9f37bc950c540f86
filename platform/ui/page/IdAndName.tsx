/** A record's number, as a text of its own, followed by its name. */
export function IdAndName({ id, name }: { id: string; name: string }) {
  return (
    <>
      <span>{id}</span>
      <span>{` · ${name}`}</span>
    </>
  )
}
