/** Names and values in two columns. */
export function NameValueList({
  items,
}: {
  items: readonly (readonly [name: string, value: string])[]
}) {
  return (
    <dl className="numbers grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {items.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
