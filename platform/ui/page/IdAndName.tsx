/** Whose record it is: the number it is known by, as a text of its own, and the name after it. */
export function IdAndName({ id, name }: { id: string; name: string }) {
  return (
    <>
      <span>{id}</span>
      <span>{` · ${name}`}</span>
    </>
  )
}
