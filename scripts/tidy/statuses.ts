const checks = /constraint\s+"?(\w+)"?\s+check\s*\([^;]*?\bin\s*\(([^)]*)\)/gi

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

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
