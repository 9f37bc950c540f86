const checks = /constraint\s+"?(\w+)"?\s+check\s*\([^;]*?\bin\s*\(([^)]*)\)/gi
const createTablePattern = /create\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi
const tablesDropped = /drop\s+table\s+(?:if\s+exists\s+)?"?(\w+)"?/gi

/**
 * Flows whose statuses differ from their CHECK: `salesOrderFlow` in code is the constraint
 * `sales_order_status_known` in the migrations, which come in the order of their names.
 */
export function statusViolations(
  flows: Readonly<Record<string, object>>,
  migrations: readonly string[],
): string[] {
  const stored = new Map<string, string[]>()
  for (const [, name = '', list = ''] of migrations.join(';\n').matchAll(checks)) {
    stored.set(
      name,
      [...list.matchAll(/'([^']*)'/g)].map(([, status = '']) => status),
    )
  }
  return Object.entries(flows).flatMap(([name, flow]) => {
    const constraint = `${snake(name.replace(/Flow$/, ''))}_status_known`
    const inCode = Object.keys(flow)
    const inDatabase = stored.get(constraint)
    if (!inDatabase) return [`${name}: the migrations have no CHECK called ${constraint}`]
    const isSame = [...inCode].sort().join() === [...inDatabase].sort().join()
    return isSame ? [] : [`${name} has ${inCode.join()}, ${constraint} has ${inDatabase.join()}`]
  })
}

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

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
