const createTablePattern = /create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const tablesDropped = /drop\s+table\s+(?:if\s+exists\s+)?"?(\w+)"?/gi

/** Tables without a comment that describes them. */
export function uncommented(migrations: readonly string[]): string[] {
  const text = migrations.join(';\n')
  const dropped = new Set([...text.matchAll(tablesDropped)].map(([, name]) => name))
  const tables = [...text.matchAll(createTablePattern)].map(([, name = '']) => name)
  return tables
    .filter((name) => !dropped.has(name))
    .filter((name) => !new RegExp(`comment\\s+on\\s+table\\s+"?${name}"?\\s+is`, 'i').test(text))
    .map(
      (name) => `the migrations say nothing about the table ${name}: comment on table ${name} is …`,
    )
}
